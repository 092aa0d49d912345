import type { Macro } from '@typecase/contract/macros'
import type { Ask, AskContext } from '@typecase/plugin-sdk/ask'
import { Api, Commands, Queries } from '@typecase/plugin-sdk/services'
import { planCommand, runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { expect, test, vi } from 'vitest'

import plugin from '../plugin.ts'
import { askOfArgument } from './ask-value.ts'
import { choiceOf } from './macro-choice.ts'

const id = '0123456789abcdef01234567'
const macro: Macro = {
  id,
  title: 'Tidy up',
  steps: [
    {
      call: 'objects.bulkEdit',
      body: {
        data: {
          metadata: { year: { op: 'set', value: { $arg: 'year' } } },
          publish_at: { $arg: 'when' },
        },
      },
    },
  ],
  arguments: [
    { key: 'year', title: 'Year', kind: 'number', default: 1850 },
    { key: 'when', title: 'When', kind: 'date' },
    { key: 'color', title: 'Color', kind: 'choice', options: ['red', 'blue'], default: 'blue' },
  ],
  is_shared: true,
  created_by: null,
  created_at: '2026-11-21T00:00:00.000Z',
  modified_at: '2026-11-21T00:00:00.000Z',
  rev: 1,
}
const facts = { 'route.bucketSlug': 'blog', can: new Set(['objects:write']) }
const scope = { kind: 'ids', ids: [id] }
const args = { scope, macro: choiceOf(macro), value_1: 1999, value_3: 'red' }
const bucket = () => ({ bucket: { object_types: [] } })

test('a run sends its values by their keys, and can be undone as one change set', async () => {
  const { outcome, log } = await runCommand(plugin, 'macros.play', args, {
    facts,
    api: {
      'macros.run': () => ({
        matched: 1,
        modified: 1,
        unchanged: 0,
        failed: [],
        change_set_id: id,
      }),
    },
  })
  const [call] = log.calls
  expect(call?.body).toEqual({
    slug: 'blog',
    macro_id: id,
    object_ids: [id],
    args: { year: 1999, color: 'red' },
  })
  expect(outcome).toEqual({
    message: 'Ran “Tidy up” on 1 object.',
    undo: { command: 'jobs.undo-change-set', args: { bucket: 'blog', change_set_id: id } },
  })
})

test('objects that a step refused are reported with the reason', async () => {
  const failed = [{ object_id: id, title: 'Lamp', reason: 'Step 2: note is a required field' }]
  const { outcome } = await runCommand(plugin, 'macros.play', args, {
    facts,
    api: { 'macros.run': () => ({ matched: 1, modified: 0, unchanged: 0, failed }) },
  })
  expect(outcome.failures).toEqual([{ id, reason: 'Lamp: Step 2: note is a required field' }])
  expect(outcome.message).toContain('Step 2: note is a required field')
})

test('a value that the server refuses is reported at the question that asked for it', async () => {
  const refusal = Object.assign(new Error('no'), {
    name: 'ApiError',
    code: 'invalid',
    details: [{ path: 'args.year', message: 'args.year must be at most 100', rule: 'max' }],
  })
  const refuse = () => {
    throw refusal
  }
  const api = { 'macros.run': refuse, 'buckets.get': bucket }
  await expect(planCommand(plugin, 'macros.play', args, { facts, api })).rejects.toMatchObject({
    code: 'invalid',
    details: [{ path: 'value_1', message: 'Year must be at most 100' }],
  })
})

test('a plan reads further changes with the same values, from the same version', async () => {
  const change = { object_id: id, title: 'Lamp', field: 'status', before: 'draft' }
  const requests: Record<string, unknown>[] = []
  const plan = await planCommand(plugin, 'macros.play', args, {
    facts,
    api: {
      'buckets.get': bucket,
      'macros.run': ({ body }) => {
        requests.push(body as Record<string, unknown>)
        return {
          modified: 300,
          changes: 600,
          version: 4,
          sample: [{ ...change, after: 'published' }],
        }
      },
    },
  })
  expect(plan).toMatchObject({ total: 300, changeCount: 600, scopeArg: 'scope' })
  expect(await plan.more?.(200)).toMatchObject([{ id, before: 'Draft', after: 'Published' }])
  const page = { sample_skip: 200, sample_limit: 200, sample_version: 4 }
  expect(requests[1]).toEqual({ ...requests[0], ...page })
})

test('a macro can be run by its id', async () => {
  const named = { scope, macro_id: id, args: { year: 1999 } }
  const { log } = await runCommand(plugin, 'macros.run', named, {
    facts,
    api: {
      'macros.list': () => ({ macros: [macro], total: 1, limit: 1000, skip: 0 }),
      'macros.run': () => ({ matched: 1, modified: 1, unchanged: 0, failed: [] }),
    },
  })
  expect(log.calls.at(-1)?.body).toMatchObject({ macro_id: id, args: { year: 1999 } })
})

/** Returns the palette's context, in which “Set field…” asks with `like`. */
function contextOf(one: Macro, like?: Ask, titles: Record<string, string> = {}): AskContext {
  const cases: readonly [object, unknown][] = [
    [
      Commands,
      { askOf: (command: string) => (command === 'objects.set-field' ? like : undefined) },
    ],
    [Queries, { fetchQuery: async () => new Map(Object.entries(titles)) }],
    [Api, {}],
  ]
  // The parts of the context that a question needs.
  return {
    args: { macro: choiceOf(one) },
    facts,
    signal: new AbortController().signal,
    services: { get: (token: object) => new Map(cases).get(token) },
  } as unknown as AskContext
}

const ask = (one: Macro, index: number, like?: Ask) => askOfArgument(contextOf(one, like), index)

test('a list is asked for as “Set field…” asks, with its default chosen', async () => {
  const edit = { op: 'add', value: { $arg: 'tags' } }
  const tags = { key: 'tags', title: 'New tags', kind: 'list', default: ['new'] } as const
  const listed: Macro = {
    ...macro,
    steps: [{ call: 'objects.bulkEdit', body: { data: { metadata: { tags: edit } } } }],
    arguments: [{ ...tags, default: ['new'] }],
  }
  const choices = [
    { value: 'new', label: 'New' },
    { value: 'old', label: 'Old' },
  ]
  const of = vi.fn(async () => ({ kind: 'choice', title: 'Tags', isMany: true, choices }) as const)
  const like: Ask = { kind: 'by', title: 'Value', ask: of }
  const resolvedAsk = await ask(listed, 0, like)
  expect(of).toHaveBeenCalledWith(
    expect.objectContaining({
      args: expect.objectContaining({ field: 'metadata.tags', op: 'add' }),
    }),
  )
  expect(resolvedAsk).toMatchObject({ kind: 'choice', title: 'New tags', isMany: true, choices })
  if (resolvedAsk.kind !== 'choice') throw new Error('Options are chosen from.')
  expect(await resolvedAsk.initialChoices?.(contextOf(listed, like))).toEqual([choices[0]])

  // Objects are shown by their titles.
  const related = { ...listed, arguments: [{ ...tags, default: [id] }] }
  const picker: Ask = { kind: 'picker', title: 'Tags', isMany: true, search: async () => [] }
  const picked = await ask(related, 0, picker)
  if (picked.kind !== 'picker') throw new Error('Objects are looked for.')
  expect(await picked.initialChoices?.(contextOf(related, picker, { [id]: 'Lamp' }))).toEqual([
    { value: id, label: 'Lamp' },
  ])

  // If the field was deleted or holds only one value, the items are typed.
  const typed = await ask(listed, 0, { kind: 'text', title: 'Value' })
  if (typed.kind !== 'picker') throw new Error('Items are typed.')
  expect(typed.isMany).toBe(true)
  expect(await typed.search(' a ', contextOf(listed))).toMatchObject([{ value: 'a' }])
})

test('an error in a step is reported with the number of the step', async () => {
  const path = 'steps.1.body.data.metadata.price'
  const details = [{ path, message: `${path} is not a field of “Things”`, rule: 'unknown_key' }]
  const refusal = Object.assign(new Error('no'), { name: 'ApiError', code: 'invalid', details })
  const refuse = () => {
    throw refusal
  }
  const api = { 'macros.run': refuse, 'buckets.get': bucket }
  await expect(runCommand(plugin, 'macros.play', args, { facts, api })).rejects.toMatchObject({
    message: 'Step 2: price is not a field of “Things”',
  })
})

test('each argument is asked for by its kind, with its default first', async () => {
  const usual = await ask(macro, 0)
  if (usual.kind !== 'picker') throw new Error('What is usual is a row.')
  const labels = async (words: string) =>
    (await usual.search(words, contextOf(macro))).map(({ value }) => value)
  expect(await labels('')).toEqual([1850])
  expect(await labels('12,5')).toEqual([12.5])
  expect(await labels('twelve')).toEqual([])
  // It says when something is published, so a day is not enough.
  expect(await ask(macro, 1)).toEqual({ kind: 'date', title: 'When', as: 'iso' })
  expect(await ask(macro, 2)).toMatchObject({
    kind: 'choice',
    choices: [{ value: 'blue' }, { value: 'red' }],
  })
  expect(choiceOf(macro).arguments.map(({ isMoment }) => isMoment === true)).toEqual([
    false,
    true,
    false,
  ])
})
