import type { Ask, AskContext } from '@typecase/plugin-sdk/ask'
import { expect, test } from 'vitest'

import { readPreviousAnswer } from './step-rows.ts'

// These tests do not use the context.
const context = {} as AskContext
const previous = (ask: Ask, value: string | number | boolean | string[], rest: object = {}) =>
  readPreviousAnswer(
    { key: 'a', title: 'A', kind: ask.kind, isRequired: true, ask, ...rest },
    value,
    context,
  )

test('the previous answer of a step is shown as text, except for a boolean', async () => {
  expect(await previous({ kind: 'text', title: 'A' }, 'old')).toEqual({ text: 'old' })
  expect(await previous({ kind: 'number', title: 'A' }, 12.5)).toEqual({ text: '12.5' })
  expect(await previous({ kind: 'date', title: 'A', as: 'ms' }, 0)).toEqual({
    text: '1970-01-01T00:00:00.000Z',
  })
  expect(await previous({ kind: 'boolean', title: 'A' }, true)).toBeUndefined()
})

test('the previous answer of a picker is shown only if a search for it finds it', async () => {
  const search = async (query: string) => [{ id: query, value: query.slice(0, 3), label: query }]
  expect(await previous({ kind: 'picker', title: 'A', search }, 'red')).toEqual({ text: 'red' })
  expect(await previous({ kind: 'picker', title: 'A', search }, 'an id')).toBeUndefined()
})

test('several previous answers stay chosen, with their labels if known', async () => {
  const choices = [{ value: 'r', label: 'Red' }]
  const ask: Ask = { kind: 'choice', title: 'A', isMany: true, choices }
  expect(await previous(ask, ['r', 'x'], { choices })).toEqual({
    chosen: [
      { value: 'r', label: 'Red' },
      { value: 'x', label: 'x' },
    ],
  })
})
