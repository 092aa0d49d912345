import type { Plugin } from '@typecase/plugin-sdk/plugin'
import { bucketRows } from '@typecase/content/bucket-rows'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { planCommand, runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { describe, expect, test } from 'vitest'

import { clearScheduleCall, scheduleCall } from '../bulk/calls.ts'
import { editCommands, replace } from './edit.ts'
import { fieldRows, localeRows, opRows, relationRows } from './edit-pickers.ts'
import { askOfValue } from './value-ask.ts'

const plugin: Plugin = {
  id: 'objects',
  version: '1.0.0',
  api: 1,
  title: 'Objects',
  commands: [...editCommands],
}

const id = (at: number) => String(at).padStart(24, '0')
const facts: FactValues = {
  'route.bucketSlug': 'archive',
  'route.id': 'objects.list',
  can: new Set(['objects:write']),
  'selection.kind': 'object',
  'selection.ids': [id(1), id(2)],
  'selection.count': 2,
}
const artworks = {
  id: id(90),
  slug: 'artworks',
  title: 'Artworks',
  singular: 'Artwork',
  locales: ['en', 'de'],
  total_objects: 1284,
  metafields: [
    { key: 'medium', title: 'Medium', type: 'text' },
    { key: 'year', title: 'Year', type: 'number' },
    { key: 'shown', title: 'On show', type: 'switch' },
    { key: 'kind', title: 'Kind', type: 'select-dropdown', options: 'print,drawing' },
    { key: 'made', title: 'Made', type: 'date' },
    { key: 'makers', title: 'Makers', type: 'objects', object_type: 'makers' },
  ],
}
const makers = { ...artworks, id: id(91), slug: 'makers', title: 'Makers', metafields: [] }
const bucket = { title: 'Archive', object_types: [artworks, { ...makers, total_objects: 16 }] }
const query = { type: 'artworks' }
const scope = { kind: 'query', query, total: 1284 }

const contextOf = (args: object) => {
  const { services } = createTestHost(plugin, {
    facts,
    api: { 'buckets.get': () => ({ bucket }) },
  })
  const { signal } = new AbortController()
  return { services, facts, signal, args: { scope, ...args } }
}

describe('find and replace', () => {
  const match = (at: number) => ({
    object_id: id(at),
    title: `Work ${at}`,
    field: 'metadata.medium',
    label: 'Medium',
    match_id: `${id(at)}.0123456789abcdef`,
    before: 'Watercolour on paper',
    after: 'watercolor on paper',
    start: 0,
    end: 11,
  })
  const args = { scope, find: 'watercolour', replace: 'watercolor', fields: ['metadata.medium'] }
  const body = {
    slug: 'archive',
    query,
    find: 'watercolour',
    replace: 'watercolor',
    match: { case: false, whole_word: true, regex: false, preserve_case: true },
    fields: ['metadata.medium'],
    publish: false,
  }

  test('plans each match, reads further matches on demand, and reports what is skipped', async () => {
    const bodies: unknown[] = []
    const plan = await planCommand(
      plugin,
      'objects.replace',
      { ...args, options: ['whole_word', 'in_markup'], exclude: [match(1).match_id] },
      {
        facts,
        api: {
          'objects.searchAndReplace': (input) => {
            bodies.push(input.body)
            return {
              matched: 1290,
              matched_objects: 3,
              modified: 2,
              matches: 3,
              sample: bodies.length === 1 ? [match(1), match(2)] : [match(3)],
              skipped: [{ reason: 'Medium is too long', count: 1, ids: [id(3)] }],
              truncated: true,
              version: 7,
              is_reversible: true,
              estimated_ms: 30,
            }
          },
        },
      },
    )
    expect(plan).toMatchObject({
      title: 'Replace “watercolour” in 2 objects',
      counts: [
        { label: 'objects', value: 2 },
        { label: 'matches', value: 3 },
      ],
      skipped: [{ reason: 'Medium is too long', count: 1 }],
      changeCount: 3,
      total: 2,
      excludeArg: 'exclude',
      args: { scope: { kind: 'query', query, total: 1290 } },
    })
    expect(plan.changes[0]).toEqual({
      id: id(1),
      label: 'Work 1',
      field: 'Medium',
      matches: [
        {
          id: match(1).match_id,
          before: 'Watercolour on paper',
          after: 'watercolor on paper',
          start: 0,
          end: 11,
        },
      ],
    })
    expect((await plan.more?.(2))?.map((change) => change.id)).toEqual([id(3)])
    expect(bodies).toEqual([
      { ...body, in_markup: true, dry_run: true },
      {
        ...body,
        in_markup: true,
        dry_run: true,
        sample_skip: 2,
        sample_limit: 200,
        sample_version: 7,
      },
    ])
  })

  test('leaves out the matches excluded in the review, and can be undone', async () => {
    const exclude = [match(1).match_id]
    const { outcome, log } = await runCommand(
      plugin,
      'objects.replace',
      { ...args, options: ['whole_word'], exclude },
      {
        facts,
        api: {
          'objects.searchAndReplace': () => ({
            matched: 2,
            modified: 1,
            unchanged: 1,
            failed: [],
            change_set_id: id(9),
          }),
        },
      },
    )
    expect(log.calls).toEqual([
      { endpoint: 'objects.searchAndReplace', body: { ...body, exclude } },
    ])
    expect(outcome.message).toBe('Replaced “watercolour” in 1 object.')
    expect(outcome.undo?.command).toBe('jobs.undo-change-set')
  })

  test('takes the selection as its scope, never the focused row', () => {
    expect(replace.defaults?.(facts)).toEqual({ scope: { kind: 'ids', ids: [id(1), id(2)] } })
    const row = { 'route.bucketSlug': 'archive', 'objects.row': id(1) }
    expect(replace.defaults?.(row)).toEqual({ scope: undefined })
  })

  test('offers the whole bucket as its scope', async () => {
    expect(await bucketRows('', contextOf({}))).toEqual([
      {
        id: 'bucket',
        label: 'all 1,300 in this bucket',
        subtitle: 'Archive',
        value: { kind: 'query', query: {}, total: 1300 },
      },
    ])
  })
})

describe('the choice of what goes live', () => {
  const mayPublish = { ...facts, can: new Set(['objects:write', 'objects:publish']) }
  const edit = { scope: { ...scope, total: 300 }, field: 'metadata.year', op: 'set', value: 1999 }

  /** Returns a server that stores the settings and counts published objects. */
  function serverOf(stored: Record<string, unknown> = {}) {
    const sent: unknown[] = []
    const answer = { matched: 300, modified: 300, public: 215, failed: [], sample: [] }
    const api = {
      'buckets.get': () => ({ bucket }),
      'pluginSettings.get': () => ({ settings: stored, rev: 1 }),
      'pluginSettings.update': ({ body }: { body?: unknown }) => {
        const { data } = body as { data: object }
        return { settings: Object.assign(stored, data), rev: 2 }
      },
      'objects.bulkEdit': ({ body }: { body?: unknown }) => {
        const { publish, dry_run } = body as { publish?: boolean; dry_run?: boolean }
        sent.push(publish)
        return dry_run ? answer : { ...answer, ...(publish === true && { went_live: 215 }) }
      },
    }
    return { api, sent, stored }
  }
  const options = [
    { value: false, label: 'As drafts' },
    { value: true, label: 'Published versions too', detail: '215 of them are public' },
  ]

  test('defaults to drafts, and then to the last choice that was made in a review', async () => {
    const { api, sent, stored } = serverOf()
    const host = createTestHost(plugin, { facts: mayPublish, api })
    const plan = await planCommand(plugin, 'objects.set-field', edit, { host })
    expect(plan.choice).toEqual({ title: 'What goes live', arg: 'publish', value: false, options })
    expect(plan.args).toMatchObject({ publish: false })
    // A choice that no review asked for is not stored.
    const quick = await runCommand(plugin, 'objects.set-field', edit, { host })
    expect(quick.outcome.message).toBe(
      'Changed 300 objects. 215 of them have a draft over what is public.',
    )
    expect(stored).toEqual({})

    const args = { ...edit, publish: true }
    const { outcome } = await runCommand(plugin, 'objects.set-field', args, { host })
    expect(outcome.message).toBe('Changed 300 objects. 215 of them are now public.')
    expect(stored).toEqual({ 'publish-choice': true })
    const next = await planCommand(plugin, 'objects.set-field', edit, { host })
    expect(next.choice?.value).toBe(true)
    expect(sent).toEqual([false, false, true, true])
    await runCommand(
      plugin,
      'objects.set-field',
      { ...edit, publish: false },
      { host, source: 'extension' },
    )
    expect(stored).toEqual({ 'publish-choice': true })
  })

  test('is drafts, with a reason, for a user who may not publish', async () => {
    const { api, sent } = serverOf({ 'publish-choice': true })
    const plan = await planCommand(plugin, 'objects.set-field', edit, { facts, api })
    expect(plan.choice).toMatchObject({ value: false, reason: expect.stringContaining('role') })
    expect(sent).toEqual([false])
  })

  test('is not offered for schedules', () => {
    const some = { kind: 'ids' as const, ids: [id(1)] }
    expect(scheduleCall('publish_at').words({ scope: some, at: 4e12 })).not.toHaveProperty(
      'takesPublish',
    )
    expect(clearScheduleCall.words({ scope: some })).not.toHaveProperty('takesPublish')
  })
})

describe('set field', () => {
  test('offers the fields of the types in scope, and the operations of each', async () => {
    const fields = await fieldRows('', contextOf({}))
    expect(fields.map(({ value }) => value)).toEqual([
      'title',
      'metadata.medium',
      'metadata.year',
      'metadata.shown',
      'metadata.kind',
      'metadata.made',
      'metadata.makers',
      'content',
      'slug',
    ])
    const ops = async (field: string) =>
      (await opRows('', contextOf({ field }))).map(({ value }) => value)
    expect(await ops('metadata.year')).toEqual(['set', 'clear', 'increment'])
    expect(await ops('metadata.shown')).toEqual(['set', 'clear'])
    expect(await ops('title')).not.toContain('clear')
  })

  test.each([
    ['metadata.medium', 'set', { kind: 'text' }],
    ['content', 'set', { kind: 'multiline' }],
    ['content', 'append', { kind: 'text' }],
    ['content', 'template', { kind: 'text', title: 'Template' }],
    ['metadata.year', 'increment', { kind: 'number' }],
    ['metadata.shown', 'set', { kind: 'boolean' }],
    [
      'metadata.kind',
      'set',
      { kind: 'choice', choices: [{ value: 'print' }, { value: 'drawing' }] },
    ],
    ['metadata.made', 'set', { kind: 'date', as: 'day' }],
    ['metadata.makers', 'add', { kind: 'picker', isMany: true }],
  ])('asks for a value that suits the field %s and the operation %s', async (field, op, ask) => {
    expect(await askOfValue(contextOf({ field, op }))).toMatchObject(ask)
  })

  test('suggests the current value for a single object, and none for several', async () => {
    const works = [
      { object: { id: id(1), type: 'artworks' }, main_object_status: 'draft' },
      { object: { id: id(2), type: 'artworks' }, main_object_status: 'draft' },
    ]
    const { services } = createTestHost(plugin, {
      facts,
      api: {
        'buckets.get': () => ({ bucket }),
        'objects.list': () => ({ objects: works, total: 2 }),
        'objects.get': () => ({ object: { title: 'Old', metadata: { year: 1999, medium: null } } }),
      },
    })
    const { signal } = new AbortController()
    const initialOf = async (field: string, ids: string[], op = 'set') => {
      const args = { scope: { kind: 'ids', ids }, field, op }
      const ask = await askOfValue({ services, facts, signal, args })
      return 'initial' in ask ? ask.initial?.({ services, facts, signal, args }) : 'none'
    }
    expect(await initialOf('title', [id(1)])).toBe('Old')
    expect(await initialOf('metadata.year', [id(1)])).toBe('1999')
    expect(await initialOf('metadata.medium', [id(1)])).toBeUndefined()
    expect(await initialOf('title', [id(1), id(2)])).toBeUndefined()
    expect(await initialOf('title', [id(1)], 'append')).toBe('none')
  })

  test.each([
    [
      { field: 'metadata.year', op: 'increment', value: 2 },
      { metadata: { year: { op: 'increment', value: 2 } } },
    ],
    [
      { field: 'metadata.seo.description', op: 'clear' },
      { metadata: { 'seo.description': { op: 'clear' } } },
    ],
    [
      { field: 'title', op: 'template', value: '{slug}' },
      { fields: { title: { op: 'template', value: '{slug}' } } },
    ],
  ])('sends %o', async (args, data) => {
    const { log, outcome } = await runCommand(plugin, 'objects.set-field', args, {
      facts,
      api: { 'objects.bulkEdit': () => ({ matched: 2, modified: 2, failed: [] }) },
    })
    expect(log.calls).toEqual([
      {
        endpoint: 'objects.bulkEdit',
        body: { slug: 'archive', object_ids: [id(1), id(2)], data, publish: false },
      },
    ])
    expect(outcome.message).toBe('Changed 2 objects.')
  })
})

test('moving to a locale offers the locales of the types and sends the chosen one', async () => {
  expect((await localeRows('ger', contextOf({}))).map(({ value }) => value)).toEqual(['de'])
  const { log, outcome } = await runCommand(
    plugin,
    'objects.move-to-locale',
    { locale: 'de' },
    { facts, api: { 'objects.bulkEdit': () => ({ matched: 2, modified: 2, failed: [] }) } },
  )
  expect(log.calls[0]?.body).toMatchObject({ data: { locale: 'de' } })
  expect(outcome.message).toBe('Moved 2 objects to de.')
})

test.each([
  ['objects.add-to-relation', 'add'],
  ['objects.remove-from-relation', 'remove'],
])('%s offers the relations of the types and sends the chosen objects', async (command, op) => {
  expect((await relationRows('', contextOf({}))).map(({ value }) => value)).toEqual([
    'metadata.makers',
  ])
  const { log } = await runCommand(
    plugin,
    command,
    { scope, field: 'metadata.makers', objects: [id(5)] },
    {
      facts,
      api: {
        'buckets.get': () => ({ bucket }),
        'objects.bulkEdit': () => ({ matched: 2, modified: 2, failed: [] }),
      },
    },
  )
  expect(log.calls.at(-1)?.body).toEqual({
    slug: 'archive',
    query,
    data: { metadata: { makers: { op, value: [id(5)] } } },
    publish: false,
  })
})
