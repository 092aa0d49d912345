import { expect, test } from 'vitest'

import { QueryError } from './query-error.ts'
import { compareRecords, parseSort, printSort } from './sort.ts'

const key = (path: string[], descending: boolean) => ({ path, descending })

test.each([
  ['created_at', [key(['created_at'], false)]],
  ['-modified_at', [key(['modified_at'], true)]],
  ['order', [key(['order'], false)]],
  ['-metadata.price', [key(['metadata', 'price'], true)]],
  ['type, -title', [key(['type'], false), key(['title'], true)]],
])('parses the sort order %s', (text, keys) => {
  expect(parseSort(text, 'objects')).toEqual({ kind: 'keys', keys })
})

test('parses a random order, and falls back to the default order', () => {
  expect(parseSort('random', 'objects')).toEqual({ kind: 'random' })
  expect(parseSort(undefined, 'objects')).toEqual(parseSort('-order', 'objects'))
  expect(parseSort(' ', 'media')).toEqual(parseSort('-created_at', 'media'))
  expect(parseSort('-size', 'media')).toEqual({ kind: 'keys', keys: [key(['size'], true)] })
  expect(parseSort('-created', 'media')).toEqual(parseSort('-created_at', 'media'))
})

test.each([
  'nothing',
  '--title',
  'title,',
  ',',
  'title desc',
  'metadata',
  'metadata.',
  "metadata.a'",
  'metadata.__proto__',
  '-random',
  'random,title',
  'id,title,slug,type',
  'title;',
  'size',
  'created_by.password',
  '$text',
])('refuses the sort order %j', (text) => {
  expect(() => parseSort(text, 'objects')).toThrow(QueryError)
})

test('printing and parsing a sort order are inverse', () => {
  for (const text of ['-order', 'random', 'title,-metadata.a.b']) {
    expect(printSort(parseSort(text, 'objects'))).toBe(text)
  }
})

test.each<[string, string[]]>([
  ['metadata.a', ['flag', 'one', 'two', 'A', 'a', 'group', 'list', 'missing', 'null']],
  ['-metadata.a', ['a', 'A', 'two', 'one', 'flag', 'null', 'missing', 'list', 'group']],
  ['metadata.a.b', ['group', 'A', 'a', 'flag', 'list', 'missing', 'null', 'one', 'two']],
  ['-locale,metadata.a', ['one', 'two', 'flag', 'A', 'a', 'group', 'list', 'missing', 'null']],
])(
  '%s sorts numbers before texts, values without an order last, and equal ones by id',
  (text, ids) => {
    const values: Record<string, unknown> = {
      one: 1,
      two: 2,
      flag: false,
      a: 'a',
      A: 'A',
      null: null,
      list: [1],
      group: { b: 1 },
      missing: undefined,
    }
    const records = Object.entries(values).map(([id, a]) => ({
      id,
      metadata: { a },
      locale: { one: 'en', two: 'en' }[id] ?? null,
    }))
    const sort = parseSort(text, 'objects')
    const sorted = records.toSorted((a, b) => compareRecords(sort, a, b))
    expect(sorted.map(({ id }) => id)).toEqual(ids)
  },
)

test('a random sort has no order to compare by', () => {
  expect(() => compareRecords({ kind: 'random' }, {}, {})).toThrow('random')
})
