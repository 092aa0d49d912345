import type { Plugin } from '@typecase/plugin-sdk/plugin'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { planCommand, runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { describe, expect, test } from 'vitest'

import { deleteCommands } from './delete.ts'
import { publishCommands } from './publish.ts'

// Without the editor, which these tests do not need.
const plugin: Plugin = {
  id: 'objects',
  version: '1.0.0',
  api: 1,
  title: 'Objects',
  commands: [...publishCommands, ...deleteCommands],
}

const id = (at: number) => String(at).padStart(24, '0')
const ids = [id(1), id(2), id(3)]
const facts: FactValues = {
  'route.bucketSlug': 'archive',
  'route.id': 'objects.list',
  can: new Set(['objects:write', 'objects:publish', 'objects:delete']),
  'selection.kind': 'object',
  'selection.ids': ids,
  'selection.count': 3,
}

const row = (at: number, status: 'draft' | 'published' = 'draft') => ({
  main_object_status: status,
  object: {
    id: id(at),
    title: `Work ${at}`,
    type: 'artworks',
    status,
    publish_at: null,
    unpublish_at: null,
  },
})

describe('publish', () => {
  test('sends the selection in one call and can be undone in its bucket', async () => {
    const { outcome, log } = await runCommand(
      plugin,
      'objects.publish',
      {},
      {
        facts,
        api: {
          'objects.publishByIds': () => ({
            matched: 3,
            modified: 2,
            unchanged: 1,
            failed: [],
            change_set_id: id(9),
          }),
        },
      },
    )
    expect(log.calls).toEqual([
      { endpoint: 'objects.publishByIds', body: { slug: 'archive', object_ids: ids } },
    ])
    expect(outcome.message).toBe('Published 2 objects. 1 object was already published.')
    expect(outcome.undo).toEqual({
      command: 'jobs.undo-change-set',
      args: { bucket: 'archive', change_set_id: id(9) },
    })
  })

  test('reports which objects could not be published, and why', async () => {
    const { outcome } = await runCommand(
      plugin,
      'objects.publish',
      {},
      {
        facts,
        api: {
          'objects.publishByIds': () => ({
            matched: 3,
            modified: 2,
            failed: [{ object_id: id(2), title: 'Work 2', reason: 'Medium is a required field' }],
            change_set_id: id(9),
          }),
        },
      },
    )
    expect(outcome.failures).toEqual([{ id: id(2), reason: 'Work 2: Medium is a required field' }])
    expect(outcome.message).toContain('Work 2: Medium is a required field')
  })

  test('follows the job that the server starts for many objects', async () => {
    const job = (status: string, done: number) => ({
      id: id(7),
      kind: 'publish',
      title: 'Publish 284 objects',
      status,
      total: 284,
      done,
      failed: 0,
      errors: [],
      change_set_id: id(9),
    })
    const { outcome, progress } = await runCommand(
      plugin,
      'objects.publish',
      {},
      {
        facts,
        api: {
          'objects.publishByIds': () => ({ job: job('running', 100) }),
          'jobs.get': () => ({ job: job('done', 284) }),
        },
      },
    )
    expect(progress).toContainEqual({ done: 100, total: 284, message: 'Publish 284 objects' })
    expect(outcome.message).toBe('Published 284 objects.')
    expect(outcome.undo?.args).toMatchObject({ change_set_id: id(9) })
  })

  test('sends a selection of all matches as its query, and reports that their number has changed', async () => {
    const { log, outcome } = await runCommand(
      plugin,
      'objects.publish',
      { scope: { kind: 'query', query: { type: 'artworks' }, total: 3 } },
      {
        facts,
        api: {
          'objects.publishByIds': () => ({ matched: 4, modified: 4, failed: [] }),
        },
      },
    )
    expect(log.calls).toEqual([
      {
        endpoint: 'objects.publishByIds',
        body: { slug: 'archive', query: { type: 'artworks' } },
      },
    ])
    expect(outcome.message).toBe('Published 4 objects. 4 objects match now, not 3.')
  })

  test('does not report a changed number of matches when other locales are included', async () => {
    const { outcome } = await runCommand(
      plugin,
      'objects.publish-all-locales',
      { scope: { kind: 'query', query: { type: 'artworks' }, total: 3 }, all_versions: true },
      {
        facts,
        api: {
          'objects.publishByIds': () => ({ matched: 4, modified: 4, failed: [] }),
        },
      },
    )
    expect(outcome.message).toBe('Published 4 objects.')
  })

  test('is planned by a dry run of the server', async () => {
    const query = { type: 'artworks' }
    const host = {
      facts,
      api: {
        'buckets.get': () => ({ bucket: { object_types: [] } }),
        'objects.publishByIds': ({ body }: { body?: unknown }) => {
          expect(body).toEqual({ slug: 'archive', query, dry_run: true })
          return {
            matched: 5,
            modified: 2,
            unchanged: 1,
            skipped: [{ reason: 'Medium is a required field', count: 2, ids: [id(2), id(4)] }],
            sample: [
              {
                object_id: id(1),
                title: 'Work 1',
                field: 'status',
                before: 'draft',
                after: 'published',
              },
            ],
            is_reversible: true,
            estimated_ms: 40,
          }
        },
      },
    }
    const scope = { kind: 'query', query, total: 4 }
    const plan = await planCommand(plugin, 'objects.publish', { scope }, host)
    expect(plan).toMatchObject({
      title: 'Publish 2 objects',
      counts: [{ label: 'objects', value: 2 }],
      skipped: [
        { reason: 'already published', count: 1 },
        { reason: 'Medium is a required field', count: 2, ids: [id(2), id(4)] },
      ],
      changes: [
        { id: id(1), label: 'Work 1', field: 'Status', before: 'Draft', after: 'Published' },
      ],
      total: 2,
      isReversible: true,
      duration: 40,
      args: { scope: { kind: 'query', query, total: 5 } },
    })
  })
})

test('a plan reads further changes on demand, from the same version', async () => {
  const bodies: object[] = []
  const change = (at: number) => ({
    object_id: id(at),
    title: `Work ${at}`,
    field: 'status',
    before: 'draft',
    after: 'published',
  })
  const plan = await planCommand(
    plugin,
    'objects.publish',
    { scope: { kind: 'view', query: {}, total: 900 } },
    {
      facts,
      api: {
        'buckets.get': () => ({ bucket: { object_types: [] } }),
        'objects.publishByIds': ({ body }) => {
          bodies.push(body as object)
          const at = bodies.length
          return { modified: 800, changes: 801, version: 7, sample: [change(at)] }
        },
      },
    },
  )
  expect(plan).toMatchObject({ total: 800, changeCount: 801, changes: [{ label: 'Work 1' }] })
  expect(await plan.more?.(400)).toMatchObject([{ label: 'Work 2', after: 'Published' }])
  const request = { slug: 'archive', query: {}, dry_run: true }
  expect(bodies).toEqual([
    request,
    { ...request, sample_skip: 400, sample_limit: 200, sample_version: 7 },
  ])
})

describe('delete', () => {
  test('leaves the page of the deleted object for the list of its type', async () => {
    const { log } = await runCommand(
      plugin,
      'objects.delete',
      {},
      {
        facts: {
          'route.bucketSlug': 'archive',
          'route.objectID': id(1),
          'editor.isEditing': true,
          can: new Set(['objects:delete']),
        },
        api: {
          'objects.list': () => ({ objects: [row(1)], total: 1 }),
          'objects.deleteByIds': () => ({ matched: 1, modified: 1, failed: [] }),
        },
      },
    )
    expect(log.went).toEqual([{ to: 'objects.list', search: { query: { type: 'artworks' } } }])
  })

  test('reports the number of deleted objects and stays on the list', async () => {
    const { log, outcome } = await runCommand(
      plugin,
      'objects.delete',
      {},
      {
        facts,
        api: { 'objects.deleteByIds': () => ({ matched: 3, modified: 3, failed: [] }) },
      },
    )
    expect(outcome.message).toBe('Deleted 3 objects.')
    expect(log.went).toEqual([])
  })
})

describe('duplicate', () => {
  const copy = { object_id: id(1), copy_id: id(8), title: 'Work 1 (copy)' }
  const answer = { matched: 1, modified: 1, failed: [], copies: [copy], change_set_id: id(9) }
  const api = { 'objects.duplicateByIds': () => answer }

  test('copies the open object, offers to open the copy and can be undone', async () => {
    const { outcome, log } = await runCommand(
      plugin,
      'objects.duplicate',
      {},
      {
        facts: {
          'route.bucketSlug': 'archive',
          'route.objectID': id(1),
          'editor.isEditing': true,
          can: new Set(['objects:write']),
        },
        api,
      },
    )
    expect(log.calls).toEqual([
      { endpoint: 'objects.duplicateByIds', body: { slug: 'archive', object_ids: [id(1)] } },
    ])
    expect(outcome).toEqual({
      message: 'Created “Work 1 (copy)”.',
      open: { command: 'objects.open-object', args: { id: id(8) } },
      undo: {
        command: 'jobs.undo-change-set',
        args: { bucket: 'archive', change_set_id: id(9) },
      },
    })
  })

  test('copies the selection of a list, reports the number and offers no copy to open', async () => {
    const many = { ...answer, matched: 3, modified: 3, copies: [copy, copy, copy] }
    const host = { facts, api: { 'objects.duplicateByIds': () => many } }
    const { outcome } = await runCommand(plugin, 'objects.duplicate', {}, host)
    expect(outcome).toMatchObject({ message: 'Duplicated 3 objects.' })
    expect(outcome.open).toBeUndefined()
  })

  test('shows the titles of the copies in its plan', async () => {
    const sample = [
      { object_id: id(1), title: 'Work 1', field: 'object', before: null, after: copy.title },
    ]
    const plan = await planCommand(
      plugin,
      'objects.duplicate',
      {},
      {
        facts,
        api: {
          'buckets.get': () => ({ bucket: { object_types: [] } }),
          'objects.duplicateByIds': () => ({ matched: 3, modified: 3, unchanged: 0, sample }),
        },
      },
    )
    expect(plan).toMatchObject({
      title: 'Duplicate 3 objects',
      changes: [{ id: id(1), label: 'Work 1', field: 'Copy', before: '', after: copy.title }],
    })
  })
})

test('scheduling sends a draft status and a time for all objects in one call', async () => {
  const at = Date.UTC(2030, 0, 1)
  const { outcome, log } = await runCommand(
    plugin,
    'objects.schedule-publish',
    { at },
    {
      facts,
      api: {
        'objects.bulkEdit': () => ({ matched: 3, modified: 3, failed: [], change_set_id: id(9) }),
      },
    },
  )
  expect(log.calls).toEqual([
    {
      endpoint: 'objects.bulkEdit',
      body: { slug: 'archive', object_ids: ids, data: { status: 'draft', publish_at: at } },
    },
  ])
  expect(outcome.message).toMatch(/^3 objects will be published 1 January 2030/)
  expect(outcome.undo?.args).toEqual({ bucket: 'archive', change_set_id: id(9) })
})

test('publishing is disabled on pages without a selection or an open object', async () => {
  await expect(
    runCommand(
      plugin,
      'objects.publish',
      {},
      {
        facts: { 'route.bucketSlug': 'archive', can: new Set(['objects:publish']) },
      },
    ),
  ).rejects.toThrow('is disabled')
})
