import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { FactStore, Queries } from '@typecase/plugin-sdk/services'
import { listExtensions } from '@typecase/contract/extensions'
import { expect, test, vi } from 'vitest'

import { activate } from './activate.ts'
import { installed, manifest } from './manifest/manifest.fixture.ts'
import plugin from './plugin.ts'

const other = { ...manifest, id: 'lists', title: 'Lists' }

test('the enabled extensions of the open bucket are added as plugins, in their installed versions', async () => {
  const buckets: Record<string, ReturnType<typeof installed>[]> = {
    blog: [installed(), installed({ manifest: other })],
    shop: [installed({ manifest: { ...manifest, version: '2.0.0' }, rev: 4 })],
    empty: [],
  }
  const host = createTestHost(plugin, {
    facts: { 'session.isLoggedIn': true, 'route.bucketSlug': 'blog' },
    api: {
      'extensions.list': ({ query }) => ({ extensions: buckets[String(query?.['slug'])] ?? [] }),
    },
  })
  const facts = host.services.get(FactStore)
  const added = () => host.log.added.map(({ id, version }) => `${id} ${version}`)
  const stop = activate({ services: host.services } as never)
  await vi.waitFor(() => expect(added()).toEqual(['ext-stamps 1.0.0', 'ext-lists 1.0.0']), 10_000)

  // Another user switches an extension off.
  buckets['blog'] = [installed(), installed({ manifest: other, is_enabled: false, rev: 2 })]
  await host.services.get(Queries).invalidateQueries({ queryKey: [listExtensions.id] })
  await vi.waitFor(() => expect(added()).toEqual(['ext-stamps 1.0.0']), 10_000)

  facts.set({ 'route.bucketSlug': 'shop' })
  await vi.waitFor(() => expect(added()).toEqual(['ext-stamps 2.0.0']), 10_000)
  facts.set({ 'route.bucketSlug': 'empty' })
  await vi.waitFor(() => expect(added()).toEqual([]), 10_000)
  facts.set({ 'route.bucketSlug': 'blog' })
  await vi.waitFor(() => expect(added()).toEqual(['ext-stamps 1.0.0']), 10_000)

  facts.set({ 'session.isLoggedIn': false })
  await vi.waitFor(() => expect(added()).toEqual([]), 10_000)
  stop()
})
