import { expect, test } from 'vitest'

import { facetsOf, pageFrom, plannedScope, streamedPlan } from './dry-run.ts'

const plan = (total: number) => ({
  title: `Change ${total}`,
  counts: [],
  skipped: [],
  changes: [],
  total,
  isReversible: true,
})

test('a plan is updated by each answer, and keeps the values that a later one omits', async () => {
  async function* answers() {
    yield { is_partial: true, looked_at: 5, in_scope: 20, modified: 4 }
    yield { is_partial: true, looked_at: 10 }
    yield { modified: 9 }
  }
  const { updates, ...first } = await streamedPlan(answers(), ({ modified = 0 }: Answer) =>
    plan(modified),
  )
  expect(first).toMatchObject({ total: 4, progress: { done: 5, total: 20 } })
  const later = await Array.fromAsync(updates?.() ?? [])
  expect(later).toEqual([{ ...plan(4), progress: { done: 10, total: 20 } }, plan(9)])
})

interface Answer {
  is_partial?: boolean
  looked_at?: number
  in_scope?: number
  modified?: number
}

test('a dry run without an answer is rejected', async () => {
  async function* nothing(): AsyncGenerator<Answer, void> {}
  await expect(streamedPlan(nothing(), () => plan(0))).rejects.toThrow('sent no plan')
})

test('the scope of a query takes the count of the plan', () => {
  const query = { kind: 'query', query: {}, total: 3 } as const
  expect(plannedScope(query, 5)).toEqual({ scope: { ...query, total: 5 } })
  const ids = { kind: 'ids', ids: ['a'] } as const
  expect(plannedScope(ids, 5)).toEqual({ scope: ids })
})

test('facets leave out fields by an argument, and locales by the scope', () => {
  const values = [{ value: 'de', label: 'German', count: 2 }]
  const [field, locale] = facetsOf([
    { by: 'field', values },
    { by: 'locale', values },
  ])
  expect(field?.leaveOut({ except_fields: ['a'] }, ['a', 'b'])).toEqual({
    except_fields: ['a', 'b'],
  })
  const scope = { kind: 'ids', ids: ['a'] }
  expect(locale?.leaveOut({ scope }, ['de'])).toEqual({
    scope: { ...scope, except: { locales: ['de'] } },
  })
})

test('a further page requests the version of the first', () => {
  expect(pageFrom(200, 4)).toMatchObject({ sample_skip: 200, sample_version: 4 })
  expect(pageFrom(200, undefined)).not.toHaveProperty('sample_version')
})
