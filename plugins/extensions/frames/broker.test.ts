import type { ExtensionPermission } from '@typecase/contract/extension-manifest'
import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { describe, expect, test, vi } from 'vitest'

import { manifest } from '../manifest/manifest.fixture.ts'
import plugin from '../plugin.ts'
import { createBroker } from './broker.ts'

const id = 'a'.repeat(24)
const object = { id, title: 'Lamp' }
const api = {
  'objects.list': () => ({ objects: [{ main_object_status: 'draft', object }], total: 1 }),
  'objects.get': () => ({ object }),
  'media.list': () => ({ media: [{ id }], total: 1 }),
  'buckets.get': () => ({ bucket: { object_types: [{ slug: 'lamps' }] } }),
  'extensions.values': () => ({ values: { count: 1 }, rev: 1 }),
  'extensions.updateValues': () => ({ values: {}, rev: 2 }),
}

function openBroker(permissions: ExtensionPermission[]) {
  const host = createTestHost(plugin, { facts: { 'route.bucketSlug': 'blog' }, api })
  const form = { edit: vi.fn(), goTo: vi.fn() }
  const answer = createBroker({
    services: host.services,
    manifest: { ...manifest, permissions },
    bucket: 'blog',
    form,
  })
  const ask = (method: string, params: unknown = {}) =>
    answer(method, params, new AbortController().signal)
  return { ask, host, form }
}

const reads = {
  'objects.list': [{ query: { type: 'lamps' } }, { objects: [object], total: 1 }],
  'objects.get': [{ object_id: id }, object],
  'objectTypes.list': [{}, [{ slug: 'lamps' }]],
} as const

describe('an extension may', () => {
  test.each(Object.entries(reads))(
    'call %s only with the permission to read objects',
    async (method, [params, result]) => {
      const { ask } = openBroker(['objects:read'])
      expect(await ask(method, params)).toEqual(result)
      for (const others of [[], ['media:read'], ['objects:write']] as ExtensionPermission[][])
        await expect(openBroker(others).ask(method, params)).rejects.toMatchObject({
          code: 'forbidden',
        })
    },
  )

  test('list media only with the permission to read media', async () => {
    expect(await openBroker(['media:read']).ask('media.list')).toEqual({
      media: [{ id }],
      total: 1,
    })
    await expect(openBroker(['objects:read']).ask('media.list')).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  test('propose changes and edit the form only with the permission to write objects', async () => {
    const { ask, host, form } = openBroker(['objects:write'])
    const updates = [{ object_id: id, data: { title: 'Lamps' } }]
    await ask('objects.propose', { title: 'Rename', updates })
    expect(host.log.ran).toMatchObject([
      { command: 'extensions.apply-updates', args: { extension: 'stamps', title: 'Rename' } },
    ])
    await ask('editor.setValue', { path: 'metadata.seo.title', value: 'x' })
    expect(form.edit).toHaveBeenCalledWith('metadata.seo.title', 'x')
    for (const method of ['objects.propose', 'editor.setValue'])
      await expect(openBroker(['objects:read']).ask(method)).rejects.toMatchObject({
        code: 'forbidden',
      })
  })

  test('store values, show a message, and open objects and fields without a permission', async () => {
    const { ask, host, form } = openBroker([])
    expect(await ask('values.get')).toEqual({ count: 1 })
    await ask('values.set', { values: { count: 2 } })
    await ask('notify', { message: 'Done', tone: 'success' })
    await ask('objects.open', { object_id: id })
    await ask('editor.goTo', { path: 'title' })
    expect(host.log.calls.at(-1)).toMatchObject({
      body: { slug: 'blog', extension_id: 'stamps', data: { count: 2 } },
    })
    expect(host.log.toasts).toMatchObject([{ message: 'Stamps: Done' }])
    expect(form.goTo).toHaveBeenCalledWith('title')
  })
})

describe('an extension may not', () => {
  test.each(['session.token', 'constructor', '__proto__', 'toString', ''])(
    'call “%s”',
    async (method) => {
      await expect(openBroker(['objects:read']).ask(method)).rejects.toMatchObject({
        code: 'refused',
      })
    },
  )

  test.each([
    ['objects.list', { limit: 5000 }, 'limit'],
    ['objects.list', { query: 'all' }, 'query'],
    ['editor.setValue', { path: '__proto__.x', value: 1 }, 'path'],
    ['notify', { message: 'x', tone: 'loud' }, 'tone'],
    ['objects.propose', { title: 'x', updates: [] }, 'updates'],
    ['values.set', { values: 1 }, 'values'],
  ])('call %s with invalid parameters: %o', async (method, params, field) => {
    const broker = openBroker(['objects:read', 'objects:write'])
    await expect(broker.ask(method, params)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(field) as string,
    })
    expect(broker.host.log.calls).toEqual([])
  })

  test('show messages or open objects in quick succession', async () => {
    const { ask, host } = openBroker([])
    await ask('notify', { message: 'One', tone: 'info' })
    await expect(ask('notify', { message: 'Two', tone: 'info' })).rejects.toMatchObject({
      code: 'limited',
    })
    await ask('objects.open', { object_id: id })
    await expect(ask('objects.open', { object_id: id })).rejects.toMatchObject({ code: 'limited' })
    await Promise.all([ask('values.get'), ask('values.get')])
    expect(host.log.toasts).toHaveLength(1)
  })

  test('edit the form when no object is open', async () => {
    const host = createTestHost(plugin, { api })
    const answer = createBroker({ services: host.services, manifest, bucket: 'blog' })
    const params = { path: 'title', value: 'x' }
    await expect(answer('editor.setValue', params, new AbortController().signal)).rejects.toThrow(
      'No object is open.',
    )
  })
})
