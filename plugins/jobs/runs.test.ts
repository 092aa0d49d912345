import type { Job } from '@typecase/contract/jobs'
import { planCommand, runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Session } from '@typecase/plugin-sdk/services'
import { provide } from '@typecase/plugin-sdk/token'
import { describe, expect, test } from 'vitest'

import plugin from './plugin.ts'

const facts = { 'route.bucketSlug': 'archive', can: new Set(['objects:write']) }
const id = (letter: string) => letter.repeat(24)

const job = (more: Partial<Job>): Job => ({
  id: id('a'),
  kind: 'changeSets.undo',
  title: 'Undo: Publish 200 objects',
  status: 'running',
  total: 200,
  done: 0,
  failed: 0,
  errors: [],
  change_set_id: null,
  result: null,
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: null,
  client: null,
  finished_at: null,
  ...more,
})

describe('undoing a change', () => {
  const undo = (api: Record<string, (input: { body?: unknown }) => unknown>, at: object = facts) =>
    runCommand(plugin, 'jobs.undo-change-set', { change_set_id: id('c') }, { api, facts: at })

  test('reports what was skipped and why, and can be undone in its bucket', async () => {
    const { outcome } = await undo({
      'changeSets.undo': () => ({
        restored: 2,
        skipped: [{ object_id: id('o'), title: 'One', reason: 'It has changed since.' }],
        change_set_id: id('u'),
      }),
    })
    expect(outcome).toEqual({
      message: 'Restored 2 objects. 1 object skipped: It has changed since.',
      undo: {
        command: 'jobs.redo-change-set',
        args: { change_set_id: id('u'), bucket: 'archive' },
      },
      failures: [{ id: id('o'), reason: 'It has changed since.' }],
    })
  })

  test('reports a redo as such, which can be undone', async () => {
    const { outcome } = await runCommand(
      plugin,
      'jobs.redo-change-set',
      { change_set_id: id('u') },
      {
        facts,
        api: {
          'changeSets.undo': () => ({
            restored: 2,
            skipped: [],
            change_set_id: id('r'),
            title: 'Redo: Publish 2 objects',
          }),
        },
      },
    )
    expect(outcome).toEqual({
      message: 'Redid the change to 2 objects.',
      undo: {
        command: 'jobs.undo-change-set',
        args: { change_set_id: id('r'), bucket: 'archive' },
      },
    })
  })

  test('leaves the message of a redo to the journal, except for skipped objects', async () => {
    const redo = async (skipped: object[]) => {
      const answer = { restored: 2, skipped, change_set_id: id('r'), title: 'Redo: Publish' }
      const { outcome } = await runCommand(
        plugin,
        'jobs.redo-change-set',
        { change_set_id: id('u') },
        { facts, source: 'undo', api: { 'changeSets.undo': () => answer } },
      )
      return outcome.message
    }
    expect(await redo([])).toBe('')
    expect(await redo([{ object_id: id('o'), reason: 'It has changed since.' }])).toBe(
      '1 object skipped: It has changed since.',
    )
  })

  test('follows a job to its end and counts skipped objects as processed', async () => {
    const { outcome, progress } = await undo({
      'changeSets.undo': () => ({ job: job({ done: 30, failed: 20 }) }),
      'jobs.get': () => ({
        job: job({
          status: 'done',
          done: 150,
          failed: 50,
          errors: [
            { object_id: id('o'), title: 'One', reason: 'It has changed since.' },
            { object_id: id('p'), title: 'Two', reason: 'It has since been deleted for good.' },
          ],
          change_set_id: id('u'),
        }),
      }),
    })
    expect(progress).toEqual([{ done: 50, total: 200, message: 'Undo: Publish 200 objects' }])
    expect(outcome.message).toBe(
      'Restored 150 objects. 50 objects skipped: It has changed since. It has since been deleted for good.',
    )
    expect(outcome.undo?.args).toEqual({ change_set_id: id('u'), bucket: 'archive' })
  })

  test('reports a cancelled job and what it had done by then', async () => {
    const { outcome } = await undo({
      'changeSets.undo': () => ({ job: job({}) }),
      'jobs.get': () => ({ job: job({ status: 'cancelled', done: 100 }) }),
    })
    expect(outcome.message).toBe('Cancelled after 100 of 200. Restored 100 objects.')
  })

  test('needs the permission to write objects', async () => {
    await expect(undo({}, { 'route.bucketSlug': 'archive' })).rejects.toThrow()
  })
})

test('undoing the newest of no changes is a refusal, not a failure of the plugin', async () => {
  const api = { 'changeSets.list': () => ({ change_sets: [], total: 0, limit: 1000, skip: 0 }) }
  const planning = planCommand(plugin, 'jobs.undo-newest', {}, { facts, api })
  await expect(planning).rejects.toBeInstanceOf(Refusal)
})

test('the plan of undoing the newest change skips undone changes and reverses the values', async () => {
  const change = {
    kind: 'update',
    count: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    created_by: null,
    job_id: null,
    undone_by: null,
    undo_of: null,
  }
  const change_sets = [
    { ...change, id: id('3'), title: 'Undo: Later', undo_of: id('2') },
    { ...change, id: id('2'), title: 'Later', undone_by: id('3') },
    { ...change, id: id('1'), title: 'Update “One”' },
  ]
  const session = { getSnapshot: () => ({ isLoggedIn: true, loading: false, data: null }) }

  const plan = await planCommand(
    plugin,
    'jobs.undo-newest',
    {},
    {
      facts,
      services: [provide(Session, () => session as never)],
      api: {
        'changeSets.list': () => ({ change_sets, total: 3, limit: 1000, skip: 0 }),
        'changeSets.get': () => ({
          change_set: change_sets[2],
          changes: [
            { object_id: id('o'), title: 'One', field: 'title', before: 'A', after: null },
            { object_id: id('o'), title: 'One', field: 'metadata.year', before: 1, after: 2 },
            { object_id: id('o'), title: 'One', field: 'metadata.gone', before: 1, after: null },
          ],
        }),
        'buckets.get': () => ({
          bucket: {
            object_types: [{ metafields: [{ key: 'year', title: 'Year', type: 'number' }] }],
          },
        }),
      },
    },
  )
  expect(plan).toMatchObject({
    title: 'Undo: Update “One”',
    isReversible: true,
    changes: [
      { field: 'Title', before: '', after: 'A' },
      { field: 'Year', before: '2', after: '1' },
      { field: 'metadata.gone', before: '', after: '1' },
    ],
    args: { change_set_id: id('1'), bucket: 'archive' },
  })
})
