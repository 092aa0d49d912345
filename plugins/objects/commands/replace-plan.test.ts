import type {
  SearchAndReplaceBody,
  SearchAndReplaceResult,
} from '@typecase/contract/search-and-replace'
import type { Plan } from '@typecase/plugin-sdk/plan'
import { planCommand } from '@typecase/plugin-sdk/testing/run-command'
import { expect, test } from 'vitest'

import plugin from '../plugin.ts'

const id = (n: number) => String(n).padStart(24, '0')
const matchId = (n: number, m: number) => `${id(n)}.${String(m).padStart(16, '0')}`
const facts = { 'route.bucketSlug': 'archive', can: new Set(['objects:write']) }
const query = { type: 'artworks' }
const args = { scope: { kind: 'view', query, total: 9 }, find: 'old', replace: 'new' }

type Answer = (body: SearchAndReplaceBody) => unknown

const planOf = (answer: Answer): Promise<Plan> =>
  planCommand(plugin, 'objects.replace', args, {
    facts,
    api: { 'objects.searchAndReplace': (input) => answer(input.body as SearchAndReplaceBody) },
  })

const field = { by: 'field' as const, values: [{ value: 'title', label: 'Title', count: 4 }] }
const locale = { by: 'locale' as const, values: [{ value: 'de', label: 'de', count: 4 }] }

test('a plan is ready with the first partial answer, and grows with the next ones', async () => {
  const sample = [1, 2].map((n) => ({
    object_id: id(n),
    title: 'T',
    field: 'title',
    label: 'Title',
    match_id: matchId(n, 1),
    before: 'old',
    after: 'new',
    start: 0,
    end: 3,
  }))
  async function* answers(): AsyncGenerator<SearchAndReplaceResult> {
    const so = { is_partial: true, in_scope: 100 }
    yield { ...so, looked_at: 50, modified: 1, matches: 1, sample: sample.slice(0, 1) }
    yield { ...so, looked_at: 80, modified: 2, matches: 3 }
    yield { modified: 2, matches: 4, sample, facets: [field] }
  }
  const plan = await planOf(answers)
  expect(plan).toMatchObject({ total: 1, progress: { done: 50, total: 100 } })
  const later: Plan[] = []
  for await (const next of plan.updates?.() ?? []) later.push(next)
  expect(later).toMatchObject([
    { total: 2, changeCount: 3, progress: { done: 80 } },
    { total: 2, changeCount: 4, facets: [{ title: 'Field' }] },
  ])
  expect(later.map(({ changes }) => changes.length)).toEqual([1, 2])
  expect(later[1]).not.toHaveProperty('progress')
})

test('facets return the arguments that leave out their values', async () => {
  const plan = await planOf(() => ({ modified: 4, matches: 8, facets: [field, locale] }))
  const [byField, byLocale] = plan.facets ?? []
  const less = byField?.leaveOut({ ...args, except_fields: ['slug'] }, ['title']) ?? {}
  expect(less).toEqual({ ...args, except_fields: ['slug', 'title'] })
  expect(byLocale?.leaveOut(less, ['de', ''])).toEqual({
    ...less,
    scope: { ...args.scope, except: { locales: ['de', ''] } },
  })
})

test('leaving out matches and objects recounts only the objects concerned', async () => {
  const bodies: SearchAndReplaceBody[] = []
  const plan = await planOf((body) => {
    bodies.push(body)
    if (!body.object_ids) return { modified: 9, matches: 20 }
    const sample = [{ match_id: matchId(1, 1) }, { match_id: matchId(1, 2) }]
    // The first object keeps one match, and the second object is left out.
    return body.exclude ? { modified: 1, matches: 2, sample } : { modified: 2, matches: 5, sample }
  })
  const totals = await plan.without?.({ matches: [matchId(1, 1)], objects: [id(2)] })
  expect(totals).toMatchObject({
    title: 'Replace “old” in 8 objects',
    total: 8,
    counts: [{ value: 8 }, { value: 16 }],
  })
  expect(bodies[1]).toMatchObject({ object_ids: [id(2), id(1)], dry_run: true })
  expect(bodies[1]).not.toHaveProperty('query')
  expect(bodies[2]).toMatchObject({ exclude: [matchId(1, 1)], exclude_ids: [id(2)] })
})
