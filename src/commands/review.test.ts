import type { JsonObject } from '@typecase/plugin-sdk/json'
import type { Plan, PlanChange } from '@typecase/plugin-sdk/plan'
import { describe, expect, test, vi } from 'vitest'

import { followPlan } from './live-plan.ts'
import { createReview, type Review } from './review.ts'

const { signal } = new AbortController()

const change = (n: number): PlanChange => ({
  id: `o${n}`,
  label: `Object ${n}`,
  matches: [{ id: `m${n}`, before: 'a', after: 'b' }],
})
const changes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => change(from + at))

const planOf = (patch: Partial<Plan> = {}): Plan => ({
  title: 'Replace in 3 objects',
  counts: [],
  skipped: [],
  changes: changes(0, 3),
  total: 3,
  isReversible: true,
  excludeArg: 'exclude',
  scopeArg: 'scope',
  args: { scope: { kind: 'view', query: {}, total: 3 } },
  ...patch,
})

/** Creates a review of plans made one after the other, and records the arguments of each. */
async function reviewOf(plan: Plan, make?: (args: JsonObject) => Plan) {
  const requests: JsonObject[] = []
  const args = { find: 'a', scope: { kind: 'view', query: {}, total: 5 } }
  const review = createReview({
    args,
    first: await followPlan(() => Promise.resolve(plan), signal),
    make: (next) => {
      requests.push(next)
      return followPlan(() => Promise.resolve(make?.(next) ?? plan), signal)
    },
  })
  return { review, requests }
}

const settled = (review: Review, expected: object) =>
  vi.waitFor(() => expect(review.get()).toMatchObject(expected), 10_000)

describe('leaving changes out of a review', () => {
  const without: Plan['without'] = ({ matches, objects }) => ({
    title: `without ${matches.length} and ${objects.length}`,
    counts: [],
    total: 3 - objects.length,
  })

  test('updates the totals and the arguments, and can be reversed', async () => {
    const { review } = await reviewOf(planOf({ without }))
    review.toggle(change(0))
    review.toggleObject('o2')
    await settled(review, { totals: { title: 'without 1 and 1', total: 2 } })
    expect([0, 1, 2].map((n) => review.isOut(change(n)))).toEqual([true, false, true])
    expect(review.args()).toEqual({
      find: 'a',
      scope: { kind: 'view', query: {}, total: 2, except: { ids: ['o2'] } },
      exclude: ['m0'],
    })
    review.toggle(change(0))
    // Toggling the row by its matches brings the object back, too.
    review.toggle(change(2))
    await settled(review, { totals: { total: 3 } })
    expect(review.get().totals.title).toBe('Replace in 3 objects')
    expect(review.args()).toMatchObject({ exclude: [], scope: { total: 3 } })
  })

  test('has no effect unless the plan allows it', async () => {
    const { excludeArg: _, scopeArg: __, ...fixed } = planOf()
    const { review } = await reviewOf(fixed)
    review.toggle(change(0))
    review.toggleObject('o1')
    expect(review.isOut(change(0))).toBe(false)
    expect(review.isOut(change(1))).toBe(false)
  })

  test('reports that the totals cannot be counted, and still takes effect', async () => {
    const failing = () => Promise.reject(new Error('The server cannot be reached.'))
    const { review } = await reviewOf(planOf({ without: failing }))
    review.toggle(change(0))
    await settled(review, { failure: 'The server cannot be reached.' })
    expect(review.args()).toMatchObject({ exclude: ['m0'] })
  })
})

describe('the facets of a review', () => {
  const leaveOut = (args: JsonObject, values: readonly string[]) => ({ ...args, not: [...values] })
  const value = (name: string, count: number) => ({ value: name, label: name, count })
  const facet = (...values: ReturnType<typeof value>[]) => ({ title: 'Field', values, leaveOut })
  const whole = planOf({ facets: [facet(value('medium', 2), value('title', 1))] })
  const ofTitle = planOf({ changes: changes(2, 3), total: 1, facets: [facet(value('title', 1))] })
  const ofMedium = planOf({ changes: changes(0, 2), total: 2, facets: [facet(value('medium', 2))] })
  const make = ({ not = [] }: JsonObject) => {
    const out = not as string[]
    if (out.includes('medium')) return ofTitle
    return out.includes('title') ? ofMedium : whole
  }

  test('filter the rows on screen without changing what will be done', async () => {
    const { review, requests } = await reviewOf(whole, make)
    review.show('Field', 'title')
    await settled(review, { rows: 1, totals: { total: 3 } })
    expect(review.changeAt(0)?.id).toBe('o2')
    expect(requests).toMatchObject([{ find: 'a', not: ['medium'] }])
    expect(review.args()).not.toHaveProperty('not')
    review.show('Field', 'title')
    await settled(review, { rows: 3 })
  })

  test('leave out a value, which stays listed so that it can be included again', async () => {
    const { review } = await reviewOf(whole, make)
    review.show('Field', 'title')
    await settled(review, { rows: 1 })
    review.toggleValue('Field', 'title')
    expect(review.get().isWhole).toBe(false)
    await settled(review, { isWhole: true, totals: { total: 2 }, rows: 2 })
    expect(review.get().facets[0]?.values).toMatchObject([
      { value: 'medium', isOut: false },
      { value: 'title', count: 1, isOut: true, isSelected: false },
    ])
    expect(review.args()).toMatchObject({ not: ['title'] })
    review.toggleValue('Field', 'title')
    await settled(review, { isWhole: true, totals: { total: 3 } })
    expect(review.args()).not.toHaveProperty('not')
  })

  test('are not offered for a single value', async () => {
    const { review } = await reviewOf(ofTitle)
    expect(review.get().facets).toEqual([])
  })
})

describe('the choice in a review', () => {
  const question = (value: boolean) => ({
    title: 'What goes live',
    arg: 'publish',
    value,
    options: [
      { value: false, label: 'As drafts' },
      { value: true, label: 'Published versions too' },
    ],
    args: { found: 'before' },
  })
  const make = ({ publish = false }: JsonObject) =>
    planOf({
      title: publish === true ? 'both' : 'drafts',
      args: { publish },
      choice: question(publish === true),
    })

  test('makes another plan, keeps what was left out and goes into the arguments', async () => {
    const { review, requests } = await reviewOf(make({}), make)
    expect(review.args()).toMatchObject({ publish: false })
    review.toggle(change(0))
    review.answer(true)
    // The answer is shown at once; the totals are still being counted.
    expect(review.get()).toMatchObject({ isWhole: false, choice: { value: true } })
    await settled(review, { isWhole: true, totals: { title: 'both' }, choice: { value: true } })
    expect(requests).toMatchObject([{ find: 'a', publish: true, found: 'before' }])
    expect(review.args()).toMatchObject({ publish: true, exclude: ['m0'] })
    review.answer(true)
    expect(requests).toHaveLength(1)
  })

  test('cannot be changed if the plan gives a reason', async () => {
    const choice = { ...question(false), reason: 'Your role may only save drafts.' }
    const { review, requests } = await reviewOf(planOf({ choice }), make)
    review.answer(true)
    expect(requests).toEqual([])
    expect(review.get().choice?.value).toBe(false)
  })
})

describe('the rows of a review', () => {
  test('are fetched when they come into view, each page once', async () => {
    const more = vi.fn((skip: number) =>
      Promise.resolve(changes(skip, Math.min(skip + 200, 100_000))),
    )
    const long = planOf({ changes: changes(0, 200), changeCount: 100_000, total: 100_000, more })
    const { review } = await reviewOf(long)
    expect(review.get()).toMatchObject({ rows: 100_000, allRows: 100_000 })
    review.see(0, 30)
    expect(more).not.toHaveBeenCalled()
    review.see(99_990, 99_999)
    review.see(99_991, 99_999)
    await vi.waitFor(() => expect(review.changeAt(99_999)?.id).toBe('o99999'), 10_000)
    expect(more.mock.calls).toEqual([[99_800]])
    expect(review.changeAt(50_000)).toBeUndefined()
  })

  test('are only those received so far while the plan is still being made', async () => {
    const going = Promise.withResolvers<void>()
    const more = vi.fn(() => Promise.resolve([]))
    const start = planOf({ changes: changes(0, 2), changeCount: 2, total: 2, more })
    const { review } = await reviewOf({
      ...start,
      async *updates() {
        yield planOf({ changes: changes(0, 3), changeCount: 50, more })
        await going.promise
        yield planOf({ changes: changes(0, 3), changeCount: 500, more })
      },
    })
    await settled(review, { rows: 3, isWhole: false })
    review.see(0, 10)
    expect(more).not.toHaveBeenCalled()
    going.resolve()
    await settled(review, { rows: 500, isWhole: true })
  })

  test('report why they cannot be fetched', async () => {
    const more = () => Promise.reject(new Error('The bucket has changed.'))
    const { review } = await reviewOf(planOf({ changeCount: 10, more }))
    review.see(0, 9)
    await settled(review, { failure: 'The bucket has changed.' })
  })
})

test('a plan that breaks off stays incomplete and reports the failure', async () => {
  const { review } = await reviewOf({
    ...planOf(),
    // oxlint-disable-next-line require-yield -- it fails before
    async *updates() {
      throw new Error('The server cannot be reached.')
    },
  })
  await settled(review, { isWhole: false, failure: 'The server cannot be reached.' })
})

describe('a review that failed', () => {
  test('is planned again on Retry, fetches its rows and keeps what was left out', async () => {
    let isThere = false
    const more: Plan['more'] = async (from) => {
      if (!isThere) throw new Error('The server cannot be reached.')
      return changes(from, from + 3)
    }
    const whole = planOf({ changeCount: 6, total: 6, more })
    const { review, requests } = await reviewOf(whole, () => ({ ...whole }))
    review.toggle(change(0))
    review.see(3, 5)
    await settled(review, { failure: 'The server cannot be reached.' })
    expect(review.changeAt(4)).toBeUndefined()

    isThere = true
    review.retry()
    await settled(review, { isWhole: true })
    expect(review.get().failure).toBeUndefined()
    review.see(3, 5)
    await vi.waitFor(() => expect(review.changeAt(4)).toEqual(change(4)), 10_000)
    expect(review.isOut(change(0))).toBe(true)
    expect(requests).toHaveLength(1)
  })
})
