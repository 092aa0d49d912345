import type { Metafield, MetafieldType } from '@typecase/contract/metafields'
import { beforeAll, expect, test } from 'vitest'

import { loadPatterns } from '@typecase/content/object/patterns'
import type { ListField } from '@typecase/content/object/list-fields'
import { cellKindOf, readCell, textOfCell, whyNotTyped } from './cell-values.ts'

const fieldOf = (type: MetafieldType, more: Partial<Metafield> = {}): ListField => ({
  path: 'metadata.f',
  title: 'Field',
  type,
  metafield: { key: 'f', title: 'Field', type, ...more },
})
const options = [
  { key: 's', value: 'Small' },
  { key: 'l', value: 'Large' },
]
const id = '0123456789abcdef01234567'

beforeAll(() => loadPatterns([{ key: 'a', title: 'A', type: 'text', regex: 'a' }]))

test.each<[MetafieldType, Partial<Metafield>, string, unknown]>([
  ['text', {}, ' as typed ', ' as typed '],
  ['text', {}, '', null],
  ['textarea', {}, 'two\nlines', 'two\nlines'],
  ['number', {}, '29.7', 29.7],
  ['date', {}, '2026-11-23', '2026-11-23'],
  ['switch', {}, 'Yes', true],
  ['switch', {}, 'false', false],
  ['select-dropdown', { options }, 'small', 'Small'],
  ['check-boxes', { options }, 'large, Small', ['Large', 'Small']],
  ['object', {}, id, id],
  ['objects', {}, `${id}, ${id}`, [id, id]],
  ['files', {}, 'a.png,b.png', ['a.png', 'b.png']],
  ['color', {}, '#ff0000', '#ff0000'],
])('a %s with %j reads %j', (type, more, text, value) =>
  expect(readCell(text, fieldOf(type, more))).toEqual({ value }),
)

test.each<[MetafieldType, Partial<Metafield>, string, string]>([
  ['number', {}, '29,7', 'Field must be a number'],
  ['number', { min: 0 }, '-1', 'Field must be at least 0'],
  ['date', {}, '2026-02-30', 'Field must be a date such as 2026-11-20'],
  ['switch', {}, 'perhaps', 'Field must be true or false'],
  ['select', { options }, 'Medium', 'Field must be one of Small, Large'],
  ['multi-select', { options, max: 1 }, 'Small, Large', 'Field must be at most 1 options'],
  ['text', { required: true }, '', 'Field is a required field'],
  ['text', { maxlength: 2 }, 'abc', 'Field must be at most 2 characters'],
  ['text', { regex: '^[a-z]+$', regex_message: 'Letters only' }, 'A1', 'Letters only'],
  ['object', {}, 'Turner', 'Field must be the id of an object'],
])('a %s with %j refuses %j', (type, more, text, problem) =>
  expect(readCell(text, fieldOf(type, more))).toEqual({ problem }),
)

test('values are read back from their copied texts', () => {
  const values: [MetafieldType, unknown][] = [
    ['number', 5.5],
    ['date', '2026-06-01'],
    ['switch', true],
    ['multi-select', ['Small', 'Large']],
    ['objects', [id]],
    ['text', 'A "text"'],
  ]
  for (const [type, value] of values) {
    const field = fieldOf(type, { options: type === 'switch' ? 'yes,no' : options })
    expect(readCell(textOfCell(value, field), field)).toEqual({ value })
  }
  expect(textOfCell({ key: 's', value: 'Small' }, fieldOf('select-dropdown', { options }))).toBe(
    'Small',
  )
})

test('fields that cannot be typed in a cell say why', () => {
  expect(cellKindOf(fieldOf('rich-text'))).toBe('none')
  expect(whyNotTyped(fieldOf('rich-text'))).toBe(
    'Field can only be edited in the editor. Open the object.',
  )
  expect(whyNotTyped(fieldOf('files'))).toBe('Field is chosen: press Enter.')
  expect(whyNotTyped({ path: 'created_at', title: 'Created', type: 'datetime' })).toBe(
    'Created cannot be edited in a cell.',
  )
  expect(whyNotTyped({ path: 'title', title: 'Title', type: 'text' })).toBeUndefined()
  expect(readCell(' ', { path: 'title', title: 'Title', type: 'text' })).toEqual({
    problem: 'Title is a required field',
  })
})
