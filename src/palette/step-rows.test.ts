import type { Ask, AskContext } from '@typecase/plugin-sdk/ask'
import { expect, test } from 'vitest'

import { keptAnswer } from './step-rows.ts'

// These tests read nothing of it.
const context = {} as AskContext
const kept = (ask: Ask, value: string | number | boolean | string[], rest: object = {}) =>
  keptAnswer(
    { key: 'a', title: 'A', kind: ask.kind, isRequired: true, ask, ...rest },
    value,
    context,
  )

test('what was typed is shown again', async () => {
  expect(await kept({ kind: 'text', title: 'A' }, 'old')).toEqual({ text: 'old' })
  expect(await kept({ kind: 'number', title: 'A' }, 12.5)).toEqual({ text: '12.5' })
  expect(await kept({ kind: 'date', title: 'A', as: 'ms' }, 0)).toEqual({
    text: '1970-01-01T00:00:00.000Z',
  })
  expect(await kept({ kind: 'boolean', title: 'A' }, true)).toBeUndefined()
})

test('of a picker only what finds itself', async () => {
  const search = async (query: string) => [{ id: query, value: query.slice(0, 3), label: query }]
  expect(await kept({ kind: 'picker', title: 'A', search }, 'red')).toEqual({ text: 'red' })
  expect(await kept({ kind: 'picker', title: 'A', search }, 'an id')).toBeUndefined()
})

test('several stay chosen, by their labels where those are known', async () => {
  const choices = [{ value: 'r', label: 'Red' }]
  const ask: Ask = { kind: 'choice', title: 'A', isMany: true, choices }
  expect(await kept(ask, ['r', 'x'], { choices })).toEqual({
    chosen: [
      { value: 'r', label: 'Red' },
      { value: 'x', label: 'x' },
    ],
  })
})
