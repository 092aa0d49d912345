import { expect, test } from 'vitest'

import { cellText, relationIds } from './cell-value.ts'
import type { ListField } from './list-fields.ts'

const field = (type: ListField['type'], options?: string): ListField => ({
  path: 'metadata.x',
  title: 'X',
  type,
  metafield: { key: 'x', title: 'X', type: 'text', ...(options && { options }) },
})

test.each([
  ['text', 'plain', 'plain'],
  ['number', 1843, '1843'],
  ['number', 0, '0'],
  ['date', '2024-03-01', '1 Mar 2024'],
  ['date', 'soon', 'soon'],
  ['switch', false, 'False'],
  ['multi-select', ['a', 'b'], 'a, b'],
  ['select-dropdown', { key: 'k', value: 'Painting' }, 'Painting'],
  ['html-textarea', '<p>Some <b>bold</b>&nbsp;text<script', 'Some bold text'],
  ['repeater', [{}, {}], '2 items'],
  ['repeater', [{}], '1 item'],
  ['file', 'turner.jpg', 'turner.jpg'],
  ['file', { url: 'http://127.0.0.1/media/turner.jpg' }, 'turner.jpg'],
  ['json', { a: 1 }, '{"a":1}'],
  ['text', null, ''],
  ['number', undefined, ''],
] as const)('%s %j reads “%s”', (type, value, text) => {
  expect(cellText(value, field(type))).toBe(text)
})

test('a switch reads as its own options', () => {
  expect(cellText(true, field('switch', 'yes,no'))).toBe('Yes')
  expect(cellText(true, field('switch', 'true,false'))).toBe('True')
})

test('relationIds reads ids, and objects with ids', () => {
  expect(relationIds('a')).toEqual(['a'])
  expect(relationIds(['a', { id: 'b', title: 'B' }, null, ''])).toEqual(['a', 'b'])
  expect(relationIds(undefined)).toEqual([])
})
