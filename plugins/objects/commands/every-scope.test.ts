import type { AnyCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import { planCommand, runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { describe, expect, test } from 'vitest'

import { deleteCommands } from './delete.ts'
import { editCommands } from './edit.ts'
import { publishCommands } from './publish.ts'

const commands: readonly AnyCommand[] = [...publishCommands, ...deleteCommands, ...editCommands]
const plugin = { id: 'objects', version: '1.0.0', api: 1, title: 'Objects', commands } as const

const id = (at: number) => String(at).padStart(24, '0')
const query = { type: 'works' }
const here: FactValues = {
  'route.bucketSlug': 'archive',
  can: new Set(['bucket:read', 'objects:write', 'objects:publish', 'objects:delete']),
}
const list: FactValues = {
  ...here,
  'route.id': 'objects.list',
  'view.query': query,
  'view.total': 1284,
}
const selected: FactValues = { ...list, 'selection.kind': 'object', 'selection.ids': [id(1)] }

/** Where a user may be: a name, the facts there, the arguments, and the scope in the request. */
const scopes: readonly [string, FactValues, JsonObject, JsonObject][] = [
  [
    'the open object',
    { ...here, 'route.objectID': id(1), 'editor.isEditing': true },
    {},
    { object_ids: [id(1)] },
  ],
  [
    'a selection',
    { ...selected, 'selection.ids': [id(1), id(2)], 'selection.count': 2 },
    {},
    { object_ids: [id(1), id(2)] },
  ],
  [
    'all that match',
    { ...selected, 'selection.query': query, 'selection.count': 1284 },
    {},
    { query },
  ],
  [
    'all that match but some',
    {
      ...selected,
      'selection.query': query,
      'selection.count': 1283,
      'selection.except': [id(3)],
    },
    {},
    { query, exclude_ids: [id(3)] },
  ],
  ['the list', list, { scope: { kind: 'view', query, total: 1284 } }, { query }],
]

/** Every command over many objects, its other arguments, and the endpoint that it calls. */
const rows: readonly [string, JsonObject, string][] = [
  ['objects.publish', {}, 'objects.publishByIds'],
  ['objects.publish-all-locales', {}, 'objects.publishByIds'],
  ['objects.unpublish', {}, 'objects.unpublishByIds'],
  ['objects.unpublish-all-locales', {}, 'objects.unpublishByIds'],
  ['objects.delete', {}, 'objects.deleteByIds'],
  ['objects.duplicate', {}, 'objects.duplicateByIds'],
  ['objects.schedule-publish', { at: 4e12 }, 'objects.bulkEdit'],
  ['objects.schedule-unpublish', { at: 4e12 }, 'objects.bulkEdit'],
  ['objects.clear-schedule', {}, 'objects.bulkEdit'],
  ['objects.mark-reviewed', {}, 'objects.reviewByIds'],
  ['objects.set-field', { field: 'title', op: 'set', value: 'New' }, 'objects.bulkEdit'],
  ['objects.move-to-locale', { locale: 'de' }, 'objects.bulkEdit'],
  ['objects.add-to-relation', { field: 'metadata.by', objects: [id(9)] }, 'objects.bulkEdit'],
  ['objects.remove-from-relation', { field: 'metadata.by', objects: [id(9)] }, 'objects.bulkEdit'],
  ['objects.replace', { find: 'a', replace: 'b' }, 'objects.searchAndReplace'],
]

/** An undo takes no scope, and rows of the palette bring their own object. */
const others = /(undo|redo)-change-set$|-found$/

test('these tests cover every command over many objects', () => {
  const all = commands.map(({ id: name }) => name).filter((name) => !others.test(name))
  expect(rows.map(([command]) => command).toSorted()).toEqual(all.toSorted())
})

describe.each(rows)('%s', (command, args, endpoint) => {
  const answer = { matched: 1, modified: 1, unchanged: 0, failed: [], matches: 1, sample: [] }
  const api = {
    [endpoint]: () => ({ ...answer, change_set_id: id(8) }),
    'buckets.get': () => ({ bucket: { object_types: [] } }),
    'objects.list': () => ({ objects: [], total: 0 }),
    'objects.references': () => ({ references: [], total: 0 }),
  }
  const bodies = (calls: readonly { endpoint: string; body?: unknown }[]) =>
    calls.filter((call) => call.endpoint === endpoint).map(({ body }) => body)

  test.each(scopes)(
    'runs on %s, has a plan and can be undone',
    async (_where, facts, more, target) => {
      const fullArgs = { ...args, ...more }
      const { log, outcome } = await runCommand(plugin, command, fullArgs, { facts, api })
      expect(bodies(log.calls)).toEqual([expect.objectContaining({ slug: 'archive', ...target })])
      expect(outcome.undo).toEqual({
        command: 'jobs.undo-change-set',
        args: { bucket: 'archive', change_set_id: id(8) },
      })
      const plan = await planCommand(plugin, command, fullArgs, { facts, api })
      expect(plan).toMatchObject({ total: 1, isReversible: true })
    },
  )
})
