import type { Plugin } from '@typecase/plugin-sdk/plugin'
import { routeRef } from '@typecase/plugin-sdk/route'
import { eq, has, holds } from '@typecase/plugin-sdk/when'
import { expect, test, vi } from 'vitest'

import { createHost } from './host.ts'
import { navCommandId } from './nav-commands.ts'
import { createVisible } from './visible.ts'

const to = routeRef('media.list')
const plugin: Plugin = {
  id: 'media',
  version: '1.0.0',
  api: 1,
  title: 'Media',
  nav: [
    {
      id: 'media.nav',
      label: 'Media',
      icon: 'image',
      to,
      order: 2,
      keys: 'g m',
      when: has('route.bucketSlug'),
    },
    {
      id: 'media.folders',
      label: 'Folders',
      icon: 'folder',
      to: routeRef('media.folders'),
      order: 1,
    },
  ],
}

test('a row of the sidebar is also a command with its keys, disabled on the page it leads to', async () => {
  const host = createHost()
  await host.register(plugin)
  const go = host.registry
    .get('commands')
    .find(({ item }) => item.id === navCommandId({ id: 'media.nav' }))?.item
  expect(go).toMatchObject({ title: 'Go to Media', effect: 'nav' })
  expect(host.registry.get('keys').map(({ item }) => item)).toEqual([
    { keys: 'g m', command: 'media.nav.go' },
  ])
  const facts = { 'route.bucketSlug': 'blog', 'route.id': 'objects.list' }
  expect(holds(go?.when, facts)).toBe(true)
  expect(holds(go?.when, { ...facts, 'route.id': 'media.list' })).toBe(false)
  expect(go?.why?.({ ...facts, 'route.id': 'media.list' })).toBe('You are already here.')

  const context = { go: vi.fn(() => Promise.resolve()) }
  const module = await go?.load()
  await module?.run({}, context as never)
  expect(context.go).toHaveBeenCalledWith(to, {})
})

test('a row with parameters stays enabled on its page, and goes there with its parameters', async () => {
  const host = createHost()
  const item = { id: 'media.cats', label: 'Cats', icon: 'image', to, params: { folder: 'cats' } }
  await host.register({ ...plugin, nav: [item as never] })
  const [go] = host.registry.get('commands')
  expect(holds(go?.item.when, { 'route.id': 'media.list' })).toBe(true)
  const context = { go: vi.fn(() => Promise.resolve()) }
  const module = await go?.item.load()
  await module?.run({}, context as never)
  expect(context.go).toHaveBeenCalledWith(to, { params: { folder: 'cats' } })
})

test('the visible rows follow the facts, in order, and keep their list while it is unchanged', async () => {
  const host = createHost()
  await host.register(plugin)
  const rows = createVisible('nav', host.registry, host.facts)
  const listener = vi.fn()
  const stop = rows.subscribe(listener)
  const ids = () => rows.get().map(({ item }) => item.id)
  expect(ids()).toEqual(['media.folders'])
  const before = rows.get()
  host.facts.set({ zen: true })
  expect(rows.get()).toBe(before)
  host.facts.set({ 'route.bucketSlug': 'blog' })
  expect(ids()).toEqual(['media.folders', 'media.nav'])
  await Promise.resolve()
  expect(listener).toHaveBeenCalledTimes(1)
  stop()
  host.facts.set({ zen: undefined })
  await Promise.resolve()
  expect(listener).toHaveBeenCalledTimes(1)
  expect(holds(eq('zen', false), host.facts.get())).toBe(true)
})
