import type { Plugin } from '@typecase/plugin-sdk/plugin'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { exportCommands } from './export.ts'

const plugin: Plugin = {
  id: 'objects',
  version: '1.0.0',
  api: 1,
  title: 'Objects',
  commands: [...exportCommands],
}
const id = (at: number) => String(at).padStart(24, '0')
const facts: FactValues = {
  'route.bucketSlug': 'archive',
  'route.id': 'objects.list',
  can: new Set(['bucket:read']),
  'selection.kind': 'object',
  'selection.ids': [id(1), id(2)],
  'selection.count': 2,
}
const file = { name: 'archive-works-2026-11-21.csv', content: new Blob(['x']), count: 2 }
const types = [
  {
    slug: 'works',
    title: 'Works',
    locales: [],
    metafields: [{ key: 'year', title: 'Year', type: 'number' }],
  },
]
const api = {
  'objects.export': () => file,
  'buckets.get': () => ({ bucket: { object_types: types } }),
  'objects.list': () => ({ objects: [{ object: { id: id(1), type: 'works' } }], total: 1 }),
}

const saved: string[] = []
beforeEach(() => {
  saved.length = 0
  vi.stubGlobal('document', {
    createElement: () => ({
      href: '',
      download: '',
      click() {
        saved.push(this.download)
      },
    }),
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const bodyOf = async (command: string, args: object, result: FactValues = facts) => {
  const { log, outcome } = await runCommand(plugin, command, args as never, { facts: result, api })
  const call = log.calls.find(({ endpoint }) => endpoint === 'objects.export')
  return { body: call?.body, outcome }
}

test('an export saves a file of the selected objects, with all fields by default', async () => {
  const { body, outcome } = await bodyOf('objects.export-csv', {})
  expect(body).toEqual({ slug: 'archive', object_ids: [id(1), id(2)], format: 'csv' })
  expect(outcome.message).toBe('Exported 2 objects to archive-works-2026-11-21.csv.')
  expect(saved).toEqual([file.name])
})

test('an export takes the columns of the list, or the given fields', async () => {
  const listed = await bodyOf('objects.export-json', { columns: 'list' })
  expect(listed.body).toMatchObject({
    format: 'json',
    fields: ['title', 'metadata.year', 'modified_at', 'locale', 'status'],
  })
  const result = await bodyOf('objects.export-ndjson', { fields: ['slug'], columns: 'list' })
  expect(result.body).toMatchObject({ format: 'ndjson', fields: ['slug'] })
})

test('an export of all matches is sent as their query with the excluded objects', async () => {
  const all = {
    ...facts,
    'selection.query': { type: 'works' },
    'selection.count': 70_000,
    'selection.except': [id(3)],
  }
  const { body, outcome } = await bodyOf('objects.export-csv', {}, all)
  expect(body).toEqual({
    slug: 'archive',
    query: { type: 'works' },
    exclude_ids: [id(3)],
    format: 'csv',
  })
  // The number that the server found.
  expect(outcome.message).toMatch(/^Exported 2 objects/)
})

test('an export of an object that was never saved reports that there is nothing to export', async () => {
  const scope = { kind: 'current', ids: [] }
  const { body, outcome } = await bodyOf('objects.export-csv', { scope })
  expect([body, outcome.message, saved]).toEqual([undefined, 'There is nothing to export.', []])
})
