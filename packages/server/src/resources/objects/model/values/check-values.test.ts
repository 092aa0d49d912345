import { checkValues } from '@typecase/contract/field-values/check-values'
import type { Metafield, MetafieldType } from '@typecase/contract/metafields'
import { metafieldTypes } from '@typecase/contract/metafields'
import { describe, expect, test } from 'vitest'

import { newFindings } from './findings.ts'

type TestField = Partial<Metafield> & { type: MetafieldType }

function check(field: TestField, value: unknown) {
  const findings = newFindings()
  const fields = [{ key: 'x', title: 'X', ...field }]
  const stored = checkValues(fields, { x: value }, 'data.metadata', findings)['x']
  return { stored, ...findings, messages: findings.problems.map(({ message }) => message) }
}

const id = '0123456789abcdef01234567'
const options = [
  { key: 's', value: 'Small' },
  { key: 'l', value: 'Large' },
]
const children = [{ key: 'y', title: 'Y', type: 'number' as const }]
const rows = { type: 'repeater' as const, repeater_fields: children }

describe('accepted values', () => {
  test.each<[TestField, unknown, unknown?]>([
    [{ type: 'text', maxlength: 3 }, 'abc'],
    [{ type: 'text', minlength: 9 }, 'still a draft'.slice(0, 5)],
    [{ type: 'text', regex: '^[a-z]+$' }, 'abc'],
    [{ type: 'text', regex: '/^[a-z]+$/' }, 'abc'],
    [{ type: 'html-textarea' }, '<p onclick="x">kept as written</p>'],
    [{ type: 'number', min: 1, max: 2 }, 1.5],
    [{ type: 'number' }, 0],
    [{ type: 'date' }, '2024-02-29'],
    [{ type: 'select-dropdown', options }, 'Small', { key: 's', value: 'Small' }],
    [{ type: 'select-dropdown', options }, 'l', { key: 'l', value: 'Large' }],
    [
      { type: 'select-dropdown', options },
      { key: 's', value: 'old' },
      { key: 's', value: 'Small' },
    ],
    [{ type: 'select', options }, 'Large'],
    [{ type: 'radio-buttons', options: [{ value: 'a' }] }, 'a'],
    [{ type: 'multi-select', options }, ['Small', 'Small', 'Large'], ['Small', 'Large']],
    [{ type: 'check-boxes', options: ['a', 'b'] }, ['b']],
    [{ type: 'switch' }, false],
    [{ type: 'file' }, 'cat.jpg'],
    [{ type: 'file' }, { url: 'https://x.example/media/cat.jpg?w=1', imgix_url: '' }, 'cat.jpg'],
    [{ type: 'files' }, ['a.jpg', { name: 'b.jpg' }], ['a.jpg', 'b.jpg']],
    [{ type: 'object' }, id],
    [{ type: 'object' }, { id, title: 'embedded' }, id],
    [{ type: 'objects' }, [id]],
    [{ type: 'objects' }, `${id}, ${id}`, [id, id]],
    [{ type: 'text', maxlength: 2 }, '👍👍'],
    [{ type: 'color' }, '#1a2B3c'],
    [{ type: 'emoji' }, '🇬🇧'],
    [{ type: 'emoji' }, '1️⃣'],
    [{ type: 'json' }, { any: [1, null] }],
    [{ type: 'json' }, '{"a":1}'],
    [{ type: 'parent', children }, { y: 1 }],
    [rows, [{ y: 1 }, {}]],
  ])('the field %j accepts %j', (field, value, stored = value) => {
    const result = check(field, value)
    expect(result.messages).toEqual([])
    expect(result.stored).toEqual(stored)
  })

  test.each(metafieldTypes)('%s may be empty', (type) => {
    for (const value of [null, '']) expect(check({ type }, value).messages).toEqual([])
  })
})

describe('refused values', () => {
  test.each<[TestField, unknown, string]>([
    [{ type: 'text' }, 5, 'data.metadata.x must be a text'],
    [{ type: 'text' }, {}, 'data.metadata.x must be a text'],
    [{ type: 'textarea' }, ['a'], 'data.metadata.x must be a text'],
    [{ type: 'text', maxlength: 3 }, 'abcd', 'data.metadata.x must be at most 3 characters'],
    [{ type: 'text', regex: '^[a-z]+$' }, 'A', 'data.metadata.x must match ^[a-z]+$'],
    [{ type: 'text', regex: '^a$', regex_message: 'Only an a' }, 'b', 'Only an a'],
    [{ type: 'number' }, '5', 'data.metadata.x must be a number'],
    [{ type: 'number' }, Number.POSITIVE_INFINITY, 'data.metadata.x must be a number'],
    [{ type: 'number', min: 1 }, 0, 'data.metadata.x must be at least 1'],
    [{ type: 'number', max: 1 }, 2, 'data.metadata.x must be at most 1'],
    [{ type: 'date' }, '2023-02-29', 'data.metadata.x must be a date such as 2026-11-20'],
    [{ type: 'date' }, '2023-02-03T00:00:00Z', 'data.metadata.x must be a date such as 2026-11-20'],
    [{ type: 'select-dropdown', options }, 'XL', 'data.metadata.x must be one of Small, Large'],
    [
      { type: 'select-dropdown', options },
      { key: 'XL' },
      'data.metadata.x must be one of Small, Large',
    ],
    [{ type: 'select', options }, 'XL', 'data.metadata.x must be one of Small, Large'],
    [{ type: 'check-boxes', options }, ['XL'], 'data.metadata.x must be one of Small, Large'],
    [{ type: 'check-boxes', options }, 'Small', 'data.metadata.x must be a list of texts'],
    [
      { type: 'multi-select', options, max: 1 },
      ['Small', 'Large'],
      'data.metadata.x must be at most 1 options',
    ],
    [{ type: 'switch' }, 'true', 'data.metadata.x must be true or false'],
    [{ type: 'file' }, 7, 'data.metadata.x must be the name of a media'],
    [{ type: 'files' }, ['a', 7], 'data.metadata.x.1 must be the name of a media'],
    [{ type: 'object' }, 'me', 'data.metadata.x must be the id of an object'],
    [{ type: 'objects' }, [id, { a: 1 }], 'data.metadata.x.1 must be the id of an object'],
    [{ type: 'color' }, 'red', 'data.metadata.x must be a color such as #1a2b3c'],
    [{ type: 'emoji' }, 'smile', 'data.metadata.x must be an emoji'],
    [{ type: 'json' }, '{"a":', 'data.metadata.x must be valid JSON: line 1, column 6'],
    [{ type: 'parent', children }, 'a', 'data.metadata.x must be an object'],
    [{ type: 'parent', children }, { y: 'a' }, 'data.metadata.x.y must be a number'],
    [{ type: 'parent', children }, { z: 1 }, 'data.metadata.x.z is not a known field'],
    [rows, {}, 'data.metadata.x must be a list'],
    [rows, [{ y: 1 }, 4], 'data.metadata.x.1 must be an object'],
    [rows, [{ y: 1 }, { y: 'a' }], 'data.metadata.x.1.y must be a number'],
    [{ ...rows, max: 1 }, [{}, {}], 'data.metadata.x must be at most 1 rows'],
  ])('the field %j refuses %j', (field, value, message) => {
    expect(check(field, value).messages).toEqual([message])
  })

  test('a pattern that would backtrack is checked without delay', () => {
    const field: TestField = { type: 'text', regex: '^(a+)+$' }
    expect(check(field, `${'a'.repeat(50_000)}!`).messages).toHaveLength(1)
  })

  test('a text that is too long for its pattern is refused without being checked', () => {
    const field: TestField = { type: 'textarea', regex: '^([a-f0-9]{1,400})+$' }
    expect(check(field, 'c0ffee'.repeat(200)).messages).toEqual([])
    expect(check(field, 'c0ffee'.repeat(80_000)).messages).toEqual([
      'data.metadata.x is too long to be checked by its pattern',
    ])
  })

  test('a pattern that the safe engine cannot read is not enforced', () => {
    expect(check({ type: 'text', regex: String.raw`(a)\1` }, 'b').messages).toEqual([])
  })
})

test('references of values are collected, with the required type or kind', () => {
  const relation: TestField = { type: 'objects', object_type: 'authors' }
  expect(check(relation, [id]).references).toEqual([
    { path: 'data.metadata.x.0', kind: 'object', target: id, expected: 'authors' },
  ])
  expect(check({ type: 'file', media_validation_type: 'image' }, 'a.jpg').references).toEqual([
    { path: 'data.metadata.x', kind: 'media', target: 'a.jpg', expected: 'image' },
  ])
  expect(check({ type: 'file' }, 'a.jpg').references).toEqual([])
})
