import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { Plugin } from '@typecase/plugin-sdk/plugin'
import { planCommand, runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { describe, expect, test } from 'vitest'

import { migrateCommands } from '../commands/migrations.ts'
import { hasMigration } from './plan-migration.ts'

// The plugin without its builder, which these tests do not need.
const plugin: Plugin = {
  id: 'object-types',
  version: '1.0.0',
  api: 1,
  title: 'Object types',
  commands: [...migrateCommands],
}

const id = (at: number) => String(at).padStart(24, '0')
const facts: FactValues = { 'route.bucketSlug': 'archive', can: new Set(['types:write']) }

const field = (more: object) => ({
  key: 'year',
  new_key: 'year',
  type: 'text',
  new_type: 'text',
  values: 3,
  converted: 3,
  unconverted: 0,
  reasons: [],
  ...more,
})

const answer = {
  matched: 4,
  modified: 3,
  unchanged: 1,
  is_reversible: true,
  estimated_ms: 20,
  object_type: { title: 'Artworks', rev: 7 },
}

const sample = (object_id: string, name: string, before: unknown, after: unknown) => ({
  object_id,
  title: 'Work',
  field: `metadata.${name}`,
  before,
  after,
})

const changes = { type_slug: 'artworks', field: 'year', new_key: 'made' }

describe('the plan', () => {
  test('for a new key shows each value under its old and new key, and fixes the revision of the type', async () => {
    const plan = await planCommand(plugin, 'object-types.rename-key', changes, {
      facts,
      api: {
        'objectTypes.migrate': () => ({
          ...answer,
          fields: [field({ new_key: 'made' })],
          sample: [sample(id(1), 'year', '1999', null), sample(id(1), 'made', null, '1999')],
        }),
      },
    })
    expect(plan).toMatchObject({
      title: 'year → made in Artworks',
      total: 3,
      isReversible: true,
      isNothingToReview: false,
      duration: 20,
      args: { rev: 7 },
      changes: [
        {
          id: id(1),
          label: 'Work',
          field: 'year → made',
          before: 'year: 1999',
          after: 'made: 1999',
        },
      ],
    })
  })

  test('for a new type counts values that would not convert, with the most frequent reasons first', async () => {
    const reasons = [1, 2, 3, 4, 5, 6].map((count) => ({
      reason: `Reason ${count}`,
      count,
      ids: [],
    }))
    const args = { type_slug: 'artworks', field: 'year', new_type: 'number' }
    const plan = await planCommand(plugin, 'object-types.change-field-type', args, {
      facts,
      api: {
        'objectTypes.migrate': () => ({
          ...answer,
          fields: [field({ new_type: 'number', converted: 1, unconverted: 21, reasons })],
          sample: [sample(id(1), 'year', '1999', 1999)],
        }),
      },
    })
    expect(plan.title).toBe('year: Text → Number in Artworks')
    expect(plan.warnings).toHaveLength(1)
    expect(plan.counts).toEqual([
      { label: 'Objects', value: 3 },
      { label: 'value converts', value: 1 },
      { label: 'would not convert', value: 21 },
      { label: 'Reason 6', value: 6 },
      { label: 'Reason 5', value: 5 },
      { label: 'Reason 4', value: 4 },
      { label: 'Reason 3', value: 3 },
      { label: 'for other reasons', value: 3 },
    ])
    expect(plan.changes).toEqual([
      { id: id(1), label: 'Work', field: 'year', before: '"1999"', after: '1999' },
    ])
  })

  test('needs no review if no object holds a value', async () => {
    const plan = await planCommand(plugin, 'object-types.rename-key', changes, {
      facts,
      api: { 'objectTypes.migrate': () => ({ ...answer, modified: 0, fields: [field({})] }) },
    })
    expect(plan).toMatchObject({ total: 0, isNothingToReview: true })
  })
})

describe('the run', () => {
  test('sends one call and can be undone in its bucket', async () => {
    const { outcome, log } = await runCommand(
      plugin,
      'object-types.change-field-type',
      { type_slug: 'artworks', field: 'seo.kind', new_type: 'select', choices: 'a, b,', rev: 7 },
      {
        facts,
        api: {
          'objectTypes.migrate': () => ({
            matched: 2,
            modified: 2,
            failed: [{ object_id: id(2), title: 'Work 2', reason: 'seo.kind: “x” is no option' }],
            change_set_id: id(9),
          }),
        },
      },
    )
    expect(log.calls).toEqual([
      {
        endpoint: 'objectTypes.migrate',
        body: {
          slug: 'archive',
          object_type: 'artworks',
          changes: [{ key: 'seo.kind', new_type: 'select', options: ['a', 'b'] }],
          rev: 7,
        },
      },
    ])
    expect(outcome).toMatchObject({
      message:
        'Changed 2 objects. 1 object had values that could not be converted; History keeps them.',
      undo: {
        command: 'jobs.undo-change-set',
        args: { change_set_id: id(9), bucket: 'archive' },
      },
      failures: [{ id: id(2), reason: 'Work 2: seo.kind: “x” is no option' }],
    })
  })

  test('follows the job that the server starts for many objects', async () => {
    const job = (status: string, done: number) => ({
      id: id(7),
      kind: 'objectTypes.migrate',
      title: 'Rename “year” of Artworks to “made”',
      status,
      total: 284,
      done,
      failed: 0,
      errors: [],
      result: { matched: 284, modified: 200 },
      change_set_id: id(9),
    })
    const { outcome, progress } = await runCommand(plugin, 'object-types.rename-key', changes, {
      facts,
      api: {
        'objectTypes.migrate': () => ({ job: job('running', 100) }),
        'jobs.get': () => ({ job: job('done', 284) }),
      },
    })
    expect(progress).toContainEqual({
      done: 100,
      total: 284,
      message: 'Rename “year” of Artworks to “made”',
    })
    expect(outcome.message).toBe('Changed 200 objects.')
    expect(outcome.undo?.args).toMatchObject({ change_set_id: id(9) })
  })

  test('reports why a job failed', async () => {
    const job = {
      id: id(7),
      status: 'failed',
      total: 284,
      done: 0,
      failed: 0,
      errors: [{ reason: 'The object type was changed since.' }],
      change_set_id: null,
    }
    const run = runCommand(plugin, 'object-types.rename-key', changes, {
      facts,
      api: { 'objectTypes.migrate': () => ({ job }) },
    })
    await expect(run).rejects.toThrow('The object type was changed since.')
  })
})

describe('hasMigration', () => {
  const text = { id: '1', key: 'a', title: 'A', type: 'text' as const }
  const group = { id: '2', key: 'g', title: 'G', type: 'parent' as const }
  test('is true only for changed keys and types, at any depth', () => {
    expect(hasMigration([text], [{ ...text, title: 'New', required: true }])).toBe(false)
    expect(hasMigration([text], [])).toBe(false)
    expect(hasMigration([text], [{ ...text, id: '3', key: 'b' }])).toBe(false)
    expect(hasMigration([text], [{ ...text, key: 'b' }])).toBe(true)
    expect(hasMigration([text], [{ ...text, type: 'number' }])).toBe(true)
    const inGroup = (key: string) => [{ ...group, children: [{ ...text, key }] }]
    expect(hasMigration(inGroup('a'), inGroup('b'))).toBe(true)
    expect(hasMigration(inGroup('a'), inGroup('a'))).toBe(false)
  })
})
