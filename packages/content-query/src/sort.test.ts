import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { everything } from './ast.ts'
import { QueryError } from './query-error.ts'
import { toOrderBy } from './sort-sql.ts'
import { compareRecords, parseSort, printSort } from './sort.ts'
import { toSql } from './sql.ts'
import { record } from './testing/arbitraries.ts'
import { ObjectDatabase, typedTarget, untypedTarget } from './testing/object-database.ts'

const key = (path: string[], descending: boolean) => ({ path, descending })

test.each([
  ['created_at', [key(['created_at'], false)]],
  ['-modified_at', [key(['modified_at'], true)]],
  ['order', [key(['order'], false)]],
  ['-metadata.price', [key(['metadata', 'price'], true)]],
  ['type, -title', [key(['type'], false), key(['title'], true)]],
])('%s', (text, keys) => {
  expect(parseSort(text, 'objects')).toEqual({ kind: 'keys', keys })
})

test('random, and nothing', () => {
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
])('refuses %j', (text) => {
  expect(() => parseSort(text, 'objects')).toThrow(QueryError)
})

test('is printed as it is read', () => {
  for (const text of ['-order', 'random', 'title,-metadata.a.b']) {
    expect(printSort(parseSort(text, 'objects'))).toBe(text)
  }
})

describe('SQL', () => {
  const orderBy = (text: string) => toOrderBy(parseSort(text, 'objects'), typedTarget)

  test.each<[string, string, unknown[]]>([
    ['-created_at', 'objects."created_at" DESC, objects."id" DESC', []],
    ['id', 'objects."id" ASC', []],
    ['published_at', 'objects."published_at" ASC NULLS LAST, objects."id" ASC', []],
    [
      '-metadata.text',
      'json_extract(objects.metadata, ?) DESC NULLS LAST, objects."id" DESC',
      ['$."text"'],
    ],
    [
      'metadata.number',
      `json_extract(objects.metadata, '$.number') ASC NULLS LAST, objects."id" ASC`,
      [],
    ],
    ['random', 'random()', []],
  ])('%s', (sort, text, values) => {
    expect(orderBy(sort)).toEqual({ text, values })
  })

  test('sorts as compareRecords does', () => {
    const database = new ObjectDatabase()
    const records = fc.array(record, { minLength: 2, maxLength: 8 }).map((list) =>
      // Required fields are never empty; the other generators rely on it being possible.
      list.map((object, index) => ({
        title: '',
        slug: '',
        created_at: '',
        ...nonNull(object),
        id: `a${index}`,
      })),
    )
    const field = fc.constantFrom(
      'title',
      'slug',
      'locale',
      'status',
      'created_at',
      'order',
      'publish_at',
      'id',
      'metadata.a',
      'metadata.b',
      'metadata.text',
      'metadata.number',
      'metadata.flag',
      'metadata.list',
      'metadata.a.b',
      'metadata.group.text',
    )
    const sort = fc
      .array(fc.tuple(fc.constantFrom('', '-'), field), { minLength: 1, maxLength: 2 })
      .map((keys) => keys.map((parts) => parts.join('')).join(','))
    fc.assert(
      fc.property(records, sort, (objects, text) => {
        database.fill(objects)
        const parsed = parseSort(text, 'objects')
        const expected = objects
          .toSorted((a, b) => compareRecords(parsed, a, b))
          .map(({ id }) => id)
        for (const target of [untypedTarget, typedTarget]) {
          const found = database.select(toSql(everything, target), toOrderBy(parsed, target))
          expect(found).toEqual(expected)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

function nonNull<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)) as T // entries lose the type
}
