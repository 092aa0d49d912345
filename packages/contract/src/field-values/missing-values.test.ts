import type { Metafield } from '../metafields.ts'
import { expect, test } from 'vitest'

import { missingValues } from './missing-values.ts'

const field = (key: string, more: Partial<Metafield> = {}): Metafield => ({
  key,
  title: key,
  type: 'text',
  ...more,
})

const missing = (fields: Metafield[], values: Record<string, unknown>) =>
  missingValues(fields, values, '').map(({ message }) => message)

test.each([undefined, null, '', [], {}])('%j does not fill a required field', (value) => {
  expect(missing([field('a', { required: true })], { a: value })).toEqual(['a is a required field'])
})

test.each([0, false, 'x', ['x']])('%j fills a required field', (value) => {
  expect(missing([field('a', { required: true })], { a: value })).toEqual([])
})

test('reports texts and lists that are too short, but not empty ones', () => {
  const fields = [field('a', { minlength: 3 }), field('b', { type: 'check-boxes', min: 2 })]
  expect(missing(fields, { a: 'ab', b: ['x'] })).toEqual([
    'a must be at least 3 characters',
    'b must be at least 2 items',
  ])
  expect(missing(fields, { a: '', b: [] })).toEqual([])
})

test.each([
  [{ key: 'kind', op: 'eq', value: 'video' }, { kind: 'video' }, true],
  [{ key: 'kind', op: 'eq', value: 'video' }, { kind: 'text' }, false],
  [{ key: 'kind', op: 'eq', value: 'v' }, { kind: { key: 'v', value: 'Video' } }, true],
  [{ key: 'kind', op: 'eq', value: 'true' }, { kind: true }, true],
  [{ key: 'kind', op: 'eq', value: 'a' }, { kind: ['b', 'a'] }, true],
  [{ key: 'kind', op: 'neq', value: 'video' }, {}, true],
  [{ key: 'kind', op: 'neq', value: 'video' }, { kind: 'video' }, false],
  [{ key: 'kind', op: 'exists' }, { kind: '' }, false],
  [{ key: 'kind', op: 'not_exists' }, {}, true],
] as const)(
  'a field shown when %j requires a value if the others are %j: %s',
  (show_when, values, isRequired) => {
    const fields = [field('a', { required: true, show_when })]
    expect(missing(fields, values)).toHaveLength(isRequired ? 1 : 0)
  },
)

test('looks for missing values in groups and rows, unless these are hidden', () => {
  const inner = [field('b', { required: true })]
  const group = field('g', { type: 'parent', children: inner })
  const rows = field('r', { type: 'repeater', repeater_fields: inner })
  expect(missing([group, rows], { r: [{ b: 'x' }, {}] })).toEqual([
    'g.b is a required field',
    'r.1.b is a required field',
  ])
  const hidden = { show_when: { key: 'on', op: 'exists' as const } }
  expect(
    missing(
      [
        { ...group, ...hidden },
        { ...rows, ...hidden },
      ],
      { r: [{}] },
    ),
  ).toEqual([])
})

test('a field of a group may depend on a field outside it', () => {
  const inner = [field('b', { required: true, show_when: { key: 'on', op: 'exists' } })]
  const group = field('g', { type: 'parent', children: inner })
  expect(missing([group], { on: 'yes' })).toEqual(['g.b is a required field'])
  expect(missing([group], {})).toEqual([])
})
