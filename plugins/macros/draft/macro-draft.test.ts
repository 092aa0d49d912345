import type { Macro, MacroStep } from '@typecase/contract/macros'
import { expect, test } from 'vitest'

import {
  dataOf,
  draftOf,
  isChanged,
  reorderSteps,
  withArgument,
  withArgumentPatch,
  withFixedValue,
  withoutStep,
} from './macro-draft.ts'
import { fieldNames } from '../words/field-names.ts'
import { stepValues } from './step-values.ts'

const macro: Macro = {
  id: '0123456789abcdef01234567',
  title: 'Clean up',
  steps: [
    {
      call: 'objects.bulkEdit',
      body: {
        data: { metadata: { price: { op: 'set', value: 5 }, color: { op: 'set', value: 'red' } } },
      },
    },
    { call: 'objects.searchAndReplace', body: { find: 'old', replace: 'new' } },
    { call: 'objects.publishByIds', body: {} },
  ],
  arguments: [],
  is_shared: false,
  created_by: null,
  created_at: '2026-11-21T00:00:00.000Z',
  modified_at: '2026-11-21T00:00:00.000Z',
  rev: 1,
}
const draft = draftOf(macro)
const price = ['data', 'metadata', 'price', 'value']
const suggestion = { title: 'Prix élevé', kind: 'number' as const }

test('a value becomes an argument with that value as its default, and back again', () => {
  const changed = withArgument(draft, 'step-0', price, suggestion)
  const { steps, arguments: args } = dataOf(changed)
  expect(args).toEqual([{ key: 'prix_e_leve', title: 'Prix élevé', kind: 'number', default: 5 }])
  expect(steps[0]?.body).toEqual({
    data: {
      metadata: {
        price: { op: 'set', value: { $arg: 'prix_e_leve' } },
        color: { op: 'set', value: 'red' },
      },
    },
  })
  expect(isChanged(changed, macro)).toBe(true)
  const back = withFixedValue(changed, 'step-0', price)
  expect(dataOf(back)).toEqual(dataOf(draft))
  expect(isChanged(back, macro)).toBe(false)
})

test('arguments with the same title have distinct keys', () => {
  const once = withArgument(draft, 'step-1', ['find'], { title: 'Word', kind: 'text' })
  const twice = withArgument(once, 'step-1', ['replace'], { title: 'Word', kind: 'text' })
  expect(twice.arguments.map(({ key }) => key)).toEqual(['word', 'word_2'])
})

test('removing a step removes the arguments that only it used', () => {
  const changed = withArgument(draft, 'step-0', price, suggestion)
  const unchanged = withArgument(changed, 'step-1', ['find'], { title: 'Word', kind: 'text' })
  expect(withoutStep(unchanged, 'step-0').arguments.map(({ key }) => key)).toEqual(['word'])
})

test('steps can be put in another order', () => {
  const order = ['step-2', 'step-0', 'step-1']
  expect(reorderSteps(draft, order).steps.map(({ id }) => id)).toEqual(order)
})

test('only an argument of the kind “choice” has options, and undefined values are removed', () => {
  const changed = withArgument(draft, 'step-0', price, suggestion)
  const choice = withArgumentPatch(changed, 'prix_e_leve', { kind: 'choice', default: undefined })
  expect(choice.arguments).toEqual([
    { key: 'prix_e_leve', title: 'Prix élevé', kind: 'choice', options: [] },
  ])
  const text = withArgumentPatch(choice, 'prix_e_leve', { kind: 'text' })
  expect(text.arguments).toEqual([{ key: 'prix_e_leve', title: 'Prix élevé', kind: 'text' }])
})

test('a value is offered as an argument of the kind of its field', () => {
  const options = [{ value: 'red' }, { value: 'blue' }]
  const metafields = [
    { key: 'price', title: 'Price', type: 'number' },
    { key: 'color', title: 'Color', type: 'select', options },
    { key: 'colors', title: 'Colors', type: 'check-boxes', options },
    { key: 'maker', title: 'Maker', type: 'object' },
    { key: 'makers', title: 'Makers', type: 'objects' },
    { key: 'rows', title: 'Rows', type: 'repeater' },
  ]
  const names = fieldNames([{ metafields } as never])
  const offered = (step: MacroStep) => stepValues(step, names).map(({ suggestion: one }) => one)
  const edit = (metadata: object) =>
    offered({ call: 'objects.bulkEdit', body: { data: { metadata } } })
  const [step] = macro.steps
  expect(step && offered(step)).toEqual([
    { title: 'Price', kind: 'number' },
    { title: 'Color', kind: 'choice', options: ['red', 'blue'] },
  ])
  expect(edit({ colors: { op: 'set', value: ['red'] } })).toEqual([
    { title: 'Colors', kind: 'list', options: ['red', 'blue'] },
  ])
  const add = { op: 'add', value: ['an id'] }
  expect(edit({ makers: add })).toEqual([{ title: 'Makers', kind: 'list' }])
  expect(edit({ maker: add })).toEqual([{ title: 'Maker', kind: 'text', usual: 'an id' }])
  expect(edit({ rows: { op: 'append', value: [{ a: 1 }] }, price: { op: 'clear' } })).toEqual([])
})

test('a list becomes an argument and back again, and a text argument takes an item as its default', () => {
  const tags = ['data', 'metadata', 'tags', 'value']
  const body = { data: { metadata: { tags: { op: 'add', value: ['a', 'b'] } } } }
  const listed = draftOf({ ...macro, steps: [{ call: 'objects.bulkEdit', body }] })
  const changed = withArgument(listed, 'step-0', tags, { title: 'Tags', kind: 'list' })
  expect(changed.arguments).toEqual([
    { key: 'tags', title: 'Tags', kind: 'list', default: ['a', 'b'] },
  ])
  expect(dataOf(withFixedValue(changed, 'step-0', tags))).toEqual(dataOf(listed))
  const one = { title: 'Tags', kind: 'text', usual: 'a' } as const
  expect(withArgument(listed, 'step-0', tags, one).arguments[0]?.default).toBe('a')
})
