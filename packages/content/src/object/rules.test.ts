import { isVisible } from '@typecase/contract/field-values/show-when'
import type { Metafield } from '@typecase/contract/metafields'
import { beforeAll, describe, expect, test } from 'vitest'

import { objectOf, objectTypeOf } from './object.fixture.ts'
import { getAt, isVisibleAt, setAt } from './path.ts'
import { loadPatterns } from './patterns.ts'
import { fieldAt, locationOf, serverProblems } from './server-problems.ts'
import { newValues, slugOf, unreadable, valuesOf } from './values.ts'
import { problemOf, problemsOf } from './validate.ts'

const field = (patch: Partial<Metafield>): Metafield => ({
  key: 'height',
  title: 'Height',
  type: 'text',
  ...patch,
})

test('paths read and write through groups and rows, and share untouched values', () => {
  const root = { a: { rows: [{ x: 1 }, { x: 2 }] }, b: { c: 3 } }
  const next = setAt(root, 'a.rows.1.x', 5)
  expect(getAt(next, 'a.rows.1.x')).toBe(5)
  expect(next.b).toBe(root.b)
  expect(next.a.rows[0]).toBe(root.a.rows[0])
  expect(getAt(root, 'a.rows.1.x')).toBe(2)
  expect(setAt(root, 'b.c', undefined)).toEqual({ a: root.a, b: {} })
  expect(getAt(root, 'a.__proto__.x')).toBeUndefined()
})

test('a slug is made of the words of a title, in any script', () => {
  expect(slugOf('The Blue Rigi, Sunrise')).toBe('the-blue-rigi-sunrise')
  expect(slugOf('  Café Zürich!  ')).toBe('cafe-zurich')
  expect(slugOf('東京 物語')).toBe('東京-物語')
  expect(slugOf('!!!')).toBe('')
})

describe('show_when', () => {
  const when = (op: 'eq' | 'neq' | 'exists' | 'not_exists', value?: unknown): Metafield =>
    field({ show_when: { key: 'kind', op, value } })
  test.each([
    [when('eq', 'video'), { kind: 'video' }, true],
    [when('eq', 'video'), { kind: ['text', 'video'] }, true],
    [when('eq', 'video'), { kind: { key: 'v', value: 'video' } }, true],
    [when('eq', 'true'), { kind: true }, true],
    [when('eq', ''), {}, true],
    [when('neq', 'video'), { kind: 'text' }, true],
    [when('neq', 'video'), { kind: 'video' }, false],
    [when('exists'), { kind: '' }, false],
    [when('exists'), { kind: 0 }, true],
    [when('not_exists'), { kind: [] }, true],
    [when('eq', 'x'), undefined, false],
  ])('decides whether %j is visible with %j', (one, siblings, expected) =>
    expect(isVisible(one, siblings)).toBe(expected),
  )
})

test('a condition may refer to a field outside the group or the row', () => {
  const inner = field({ show_when: { key: 'kind', op: 'eq', value: 'video' } })
  const values = { metadata: { kind: 'video', seo: {}, rows: [{ kind: 'text' }, {}] } }
  expect(isVisibleAt(inner, values, 'metadata.seo.height')).toBe(true)
  expect(isVisibleAt(inner, values, 'metadata.rows.0.height')).toBe(false)
  expect(isVisibleAt(inner, values, 'metadata.rows.1.height')).toBe(true)
})

describe('rules', () => {
  beforeAll(() => loadPatterns([field({ regex: 'a' })]))

  test.each([
    [field({ required: true }), '', 'Height is a required field'],
    [field({ type: 'number' }), unreadable('29,7'), 'Height must be a number'],
    [field({ type: 'json' }), unreadable('{'), 'Height must be valid JSON: line 1, column 2'],
    [
      field({ type: 'json' }),
      unreadable('{\n  "a": 1,\n  b\n}'),
      'Height must be valid JSON: line 3, column 3',
    ],
    [field({ type: 'color' }), '#1a2b3c', undefined],
    [field({ type: 'color' }), '#1a2b3', 'Height must be a color such as #1a2b3c'],
    [field({ type: 'date' }), '2026-02-30', 'Height must be a date such as 2026-11-20'],
    [field({ type: 'select', options: ['a', 'b'] }), 'c', 'Height must be one of a, b'],
    [field({ type: 'objects' }), ['me'], 'Height must be the id of an object'],
    [field({ type: 'files', max: 1 }), ['a.png', 'b.png'], 'Height must be at most 1 media'],
    [field({ minlength: 3 }), 'ab', 'Height must be at least 3 characters'],
    [field({ maxlength: 3 }), 'abcd', 'Height must be at most 3 characters'],
    [field({ maxlength: 2 }), '👍👍', undefined],
    [field({ maxlength: 2 }), '', undefined],
    [field({ type: 'number', min: 1 }), 0, 'Height must be at least 1'],
    [field({ type: 'number', max: 1 }), 2, 'Height must be at most 1'],
    [field({ type: 'multi-select', max: 1 }), ['a', 'b'], 'Height must be at most 1 options'],
    [field({ regex: '/^[a-z]+$/' }), 'A1', 'Height must match /^[a-z]+$/'],
    [field({ regex: '^a$', regex_message: 'Only a.' }), 'b', 'Only a.'],
    // The server's engine supports this class, browsers do not.
    [field({ regex: '^[[:alpha:]]+$' }), 'b1', 'Height must match ^[[:alpha:]]+$'],
    [field({ regex: '^[[:alpha:]]+$' }), 'be', undefined],
    [field({ regex: '(?=b)' }), 'a', undefined],
    [field({ regex: '(' }), 'b', undefined],
    [field({ type: 'switch', required: true }), false, undefined],
  ])('check %j with the value %j', (one, value, message) => {
    if (message === undefined) expect(problemOf(one, value)).toBeUndefined()
    else expect(problemOf(one, value)).toContain(message)
  })

  test('skip hidden fields, and apply within groups and rows', () => {
    const fields: Metafield[] = [
      field({ key: 'hidden', required: true, show_when: { key: 'kind', op: 'exists' } }),
      field({ key: 'seo', type: 'parent', children: [field({ key: 'text', required: true })] }),
      field({
        key: 'rows',
        type: 'repeater',
        repeater_fields: [field({ key: 'n', required: true })],
      }),
    ]
    const values = { ...valuesOf(objectOf()), title: ' ', metadata: { rows: [{ n: 'x' }, {}] } }
    expect(problemsOf(fields, values).map(({ path }) => path)).toEqual([
      'title',
      'metadata.seo.text',
      'metadata.rows.1.n',
    ])
  })

  test('reject invalid values of hidden fields, and unreadable text at any depth', () => {
    const number = field({ key: 'n', type: 'number', required: true })
    const fields: Metafield[] = [
      { ...number, show_when: { key: 'kind', op: 'exists' } },
      field({ key: 'rows', type: 'repeater', repeater_fields: [number] }),
    ]
    const metadata = { n: unreadable('x'), rows: [{ n: 1 }, { n: unreadable('y') }, 5, {}] }
    expect(problemsOf(fields, { ...valuesOf(objectOf()), metadata })).toEqual([
      { path: 'metadata.n', message: 'Height must be a number' },
      { path: 'metadata.rows.2', message: 'Height must be an object' },
      { path: 'metadata.rows.1.n', message: 'Height must be a number' },
      { path: 'metadata.rows.3.n', message: 'Height is a required field', canWait: true },
    ])
  })
})

describe('validation details of the server', () => {
  const fields: Metafield[] = [
    field({}),
    field({
      key: 'rows',
      type: 'repeater',
      repeater_fields: [field({ key: 'n', title: 'Number' })],
    }),
  ]
  test('are assigned to their fields, with the title in place of the path', () => {
    const details = [
      { path: 'data.metadata.height', message: 'data.metadata.height is a required field' },
      { path: 'data.metadata.rows[2].n', message: 'n must be a number' },
      { path: 'data.title', message: 'title is a required field' },
    ]
    expect(serverProblems(details, fields)).toEqual([
      { path: 'metadata.height', message: 'Height is a required field' },
      { path: 'metadata.rows.2.n', message: 'Number must be a number' },
      { path: 'title', message: 'title is a required field' },
    ])
    expect(fieldAt(fields, 'metadata.nothing')).toBeUndefined()
  })
})

test('a new object starts with the defaults of its fields', () => {
  const type = objectTypeOf([
    field({ key: 'a', value: 'x' }),
    field({ key: 'b' }),
    field({
      key: 'g',
      type: 'parent',
      children: [field({ key: 'c', type: 'switch', value: false })],
    }),
  ])
  expect(newValues(type, 'de')).toMatchObject({
    title: '',
    locale: 'de',
    metadata: { a: 'x', g: { c: false } },
  })
})

test('the location of a field names its group, or its repeater and row', () => {
  const name = field({ key: 'name', title: 'Name' })
  const fields = [
    field({ key: 'shows', title: 'Shows', type: 'repeater', repeater_fields: [name] }),
    field({ key: 'seo', title: 'SEO', type: 'parent', children: [name] }),
  ]
  expect(locationOf(fields, 'metadata.shows.1.name')).toBe('Shows, row 2')
  expect(locationOf(fields, 'metadata.seo.name')).toBe('SEO')
  expect(locationOf(fields, 'metadata.shows')).toBe('')
  expect(locationOf(fields, 'title')).toBe('')
})
