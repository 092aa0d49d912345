import type { Metafield, MetafieldType } from '@typecase/contract/metafields'
import { expect, test } from 'vitest'

import { convertValues } from './value-conversion.ts'

function convert(value: unknown, type: MetafieldType, more: Partial<Metafield> = {}) {
  const failures: string[] = []
  const field: Metafield = { key: 'f', title: 'F', type, ...more }
  const { f } = convertValues([field], { f: value }, 'metadata', {
    fail: (path) => void failures.push(path),
    names: () => {},
    refer: (id) => (id === 'none' ? null : `new-${id}`),
  })
  return failures.length > 0 ? failures : f
}

test.each<[MetafieldType, unknown, unknown]>([
  ['text', 7, '7'],
  ['text', null, null],
  ['textarea', false, 'false'],
  ['number', '12.5', 12.5],
  ['number', '', null],
  ['date', '2026-11-20', '2026-11-20'],
  ['date', '2026-11-20T23:30:00-02:00', '2026-11-21'],
  ['switch', 'Yes', true],
  ['switch', 0, false],
  ['check-boxes', 'a, b', ['a', 'b']],
  ['multi-select', null, []],
  ['file', { url: 'https://cdn.test/abc%20d.png' }, 'abc d.png'],
  ['file', { name: 'x.png' }, 'x.png'],
  ['files', 'a.png,b.png', ['a.png', 'b.png']],
  ['object', '5a9d', 'new-5a9d'],
  ['object', { _id: 12 }, 'new-12'],
  ['object', '', null],
  ['objects', 'a,b,none', ['new-a', 'new-b']],
  ['objects', [{ id: 'a' }], ['new-a']],
  ['json', { any: [1] }, { any: [1] }],
  ['json', '{"a":1}', '{"a":1}'],
  ['json', 'plain words', '"plain words"'],
])('%s of %j is stored as %j', (type, value, stored) => {
  expect(convert(value, type)).toEqual(stored)
})

test.each<[MetafieldType, unknown]>([
  ['text', { a: 1 }],
  ['text', ['a']],
  ['number', 'twelve'],
  ['number', true],
  ['date', '20/11/2026'],
  ['switch', 'perhaps'],
  ['object', []],
  ['parent', 'text'],
  ['repeater', { a: 1 }],
])('%s refuses %j', (type, value) => {
  expect(convert(value, type)).toEqual(['metadata.f'])
})

test('choices of a dropdown are stored whole, found by key or value', () => {
  const options = [{ key: 'r', value: 'Red' }]
  expect(convert('Red', 'select-dropdown', { options })).toEqual({ key: 'r', value: 'Red' })
  expect(convert({ key: 'r' }, 'select-dropdown', { options })).toEqual({ key: 'r', value: 'Red' })
  expect(convert('Blue', 'select-dropdown', { options })).toEqual({ key: 'Blue', value: 'Blue' })
})

test('groups and repeaters convert what is in them, and name its place when it fails', () => {
  const year: Metafield = { key: 'year', title: 'Year', type: 'number' }
  const rows = { repeater_fields: [year] }
  expect(convert([{ year: '1' }, { other: true }], 'repeater', rows)).toEqual([
    { year: 1 },
    { other: true },
  ])
  expect(convert([{ year: '1' }, { year: 'x' }], 'repeater', rows)).toEqual(['metadata.f.1.year'])
  expect(convert({ year: 'x' }, 'parent', { children: [year] })).toEqual(['metadata.f.year'])
})
