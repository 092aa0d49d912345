import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type FilterItem, filtersToJson, plainFilters } from './filter.ts'
import { anyTextField } from './filter-fields.ts'
import { parseLine, printLine } from './line.ts'
import { filter, filterItem, filterSchema } from './testing/filter-arbitraries.ts'

const items = (line: string): FilterItem[] => {
  const { items: read, errors } = parseLine(line, filterSchema)
  expect(errors).toEqual([])
  return read.map(({ item }) => item)
}
const print = (list: readonly FilterItem[]) => printLine(list, filterSchema)

/** The environment variable LINE_RUNS sets a longer run. */
const LINE_RUNS = Number(process.env['LINE_RUNS'] ?? 1500)

test('fields of related objects are printed in their shortest readable form', () => {
  const lines = [
    'artist.country is fr',
    'artist.city.founded < 1800',
    // Without `metadata.`, this would name the slug that every object has.
    'metadata.artist.metadata.slug is a',
    'artist.slug is a',
  ]
  for (const line of lines) expect(print(items(line))).toBe(line)
  expect(print(items('metadata.artist.metadata.country is fr'))).toBe('artist.country is fr')
  const unknown = parseLine('artist.nothing is a', filterSchema)
  expect(unknown.errors[0]?.message).toContain('There is no field “artist.nothing”')
})

test('a line of several filters is read with the position of each filter', () => {
  const line =
    'medium contains watercolour status is draft year >= 1840 title contains "blue rigi" artist in (A, B)'
  const parsed = parseLine(line, filterSchema)
  expect(parsed.errors).toEqual([])
  expect(parsed.items.map(({ item }) => item)).toEqual([
    { field: 'metadata.medium', operator: 'contains', value: 'watercolour' },
    { field: 'status', operator: 'is', value: 'draft' },
    { field: 'metadata.year', operator: 'greater than or equal to', value: 1840 },
    { field: 'title', operator: 'contains', value: 'blue rigi' },
    { field: 'metadata.artist', operator: 'in', value: ['A', 'B'] },
  ])
  expect(parsed.items.map(({ start, end }) => line.slice(start, end))).toEqual([
    'medium contains watercolour',
    'status is draft',
    'year >= 1840',
    'title contains "blue rigi"',
    'artist in (A, B)',
  ])
  expect(print(parsed.items.map(({ item }) => item))).toBe(line)
})

test.each<[string, FilterItem]>([
  ['TITLE is not a', { field: 'title', operator: 'is not', value: 'a' }],
  ['title IS NOT "a\\nb"', { field: 'title', operator: 'is not', value: 'a\nb' }],
  ['title does not contain x', { field: 'title', operator: 'does not contain', value: 'x' }],
  [
    'metadata.year less than or equal to -1.5',
    { field: 'metadata.year', operator: 'less than or equal to', value: -1.5 },
  ],
  ['year>=1840', { field: 'metadata.year', operator: 'greater than or equal to', value: 1840 }],
  ['year <5', { field: 'metadata.year', operator: 'less than', value: 5 }],
  ['title="x y"', { field: 'title', operator: 'is', value: 'x y' }],
  ['on_view is yes', { field: 'metadata.on_view', operator: 'is', value: true }],
  ['locale is empty', { field: 'locale', operator: 'is', value: null }],
  ['locale is "empty"', { field: 'locale', operator: 'is', value: 'empty' }],
  ['tags not all (a, "b c")', { field: 'metadata.tags', operator: 'not all', value: ['a', 'b c'] }],
  ['tags all a', { field: 'metadata.tags', operator: 'all', value: ['a'] }],
  ['tags in ()', { field: 'metadata.tags', operator: 'in', value: [] }],
  ['colour is red', { field: 'metadata.colour', operator: 'is', value: 'r' }],
  ['colour is "deep blue"', { field: 'metadata.colour', operator: 'is', value: 'deep blue' }],
  [
    'artist.country is fr',
    { field: 'metadata.artist.metadata.country', operator: 'is', value: 'fr' },
  ],
  ['artist.slug in (a)', { field: 'metadata.artist.slug', operator: 'in', value: ['a'] }],
  [
    'artist.city.founded < 1800',
    {
      field: 'metadata.artist.metadata.city.metadata.founded',
      operator: 'less than',
      value: 1800,
    },
  ],
  ['seo.title is a', { field: 'metadata.seo.title', operator: 'is', value: 'a' }],
  ['metadata.title is a', { field: 'metadata.title', operator: 'is', value: 'a' }],
  ['metadata.and is and', { field: 'metadata.and', operator: 'is', value: 'and' }],
  ['{"$or":[{"title":"}"}]}', { operator: 'unsupported', json: { $or: [{ title: '}' }] } }],
])('reads %s', (line, item) => {
  expect(items(line.replace(/^TITLE/, 'title'))).toEqual([item])
})

test.each<[string, [field: string, value: unknown][]]>([
  ['shalott', [['title', 'shalott']]],
  [
    'lady of shalott',
    [
      ['title', 'lady'],
      ['title', 'of'],
      ['title', 'shalott'],
    ],
  ],
  ['"lady of"', [['title', 'lady of']]],
  [
    'study in blue',
    [
      ['title', 'study'],
      ['title', 'in'],
      ['title', 'blue'],
    ],
  ],
  ['all', [['title', 'all']]],
  [
    'lady status is draft',
    [
      ['title', 'lady'],
      ['status', 'draft'],
    ],
  ],
  [
    'status is draft lady',
    [
      ['status', 'draft'],
      ['title', 'lady'],
    ],
  ],
  [
    'year > 5 lady',
    [
      ['metadata.year', 5],
      ['title', 'lady'],
    ],
  ],
  [
    'title contains blue rigi',
    [
      ['title', 'blue'],
      ['title', 'rigi'],
    ],
  ],
  [
    'medium contains oil and lady',
    [
      ['metadata.medium', 'oil'],
      ['title', 'lady'],
    ],
  ],
])('bare words are searched for in titles: %s', (line, expected) => {
  const read = items(line).map((item) => ('field' in item ? [item.field, item.value] : []))
  expect(read).toEqual(expected)
})

test.each<[string, string]>([
  ['Year > 5', 'metadata.year'],
  ['YEAR>5', 'metadata.year'],
  ['on view is yes', 'metadata.on_view'],
  ['On View is yes', 'metadata.on_view'],
  ['lady on view is yes', 'title'],
])('a field may be named by its label or its key: %s', (line, field) => {
  const [first] = items(line)
  expect(first).toMatchObject({ field })
})

test('reads and prints alternatives and groups', () => {
  const a: FilterItem = { field: 'title', operator: 'is', value: 'a' }
  const b: FilterItem = { field: 'slug', operator: 'is', value: 'b' }
  const c: FilterItem = { field: 'metadata.year', operator: 'less than', value: 5 }
  const any = (...list: FilterItem[]): FilterItem => ({ operator: 'any', items: list })
  const all = (...list: FilterItem[]): FilterItem => ({ operator: 'all', items: list })
  expect(items('title is a or slug is b')).toEqual([any(a, b)])
  expect(items('title is a and slug is b or year < 5')).toEqual([any(all(a, b), c)])
  expect(items('title is a and (slug is b OR year<5)')).toEqual([a, any(b, c)])
  expect(items('((title is a)) (slug is b year < 5)')).toEqual([a, all(b, c)])
  expect(print([a, any(b, all(a, c))])).toBe(
    'title is a and (slug is b or (title is a and year < 5))',
  )
  const line = 'title is a and (slug is b or year < 5)'
  const [, group] = parseLine(line, filterSchema).items
  expect(group?.parts?.map(({ start, end }) => line.slice(start, end))).toEqual([
    'slug is b',
    'year < 5',
  ])
})

test.each<[string, FilterItem]>([
  ['modified_at is last 30 days', { field: 'modified_at', operator: 'is', value: 'last 30 days' }],
  ['born < yesterday', { field: 'metadata.born', operator: 'less than', value: 'yesterday' }],
])('relative days are read and printed in words: %s', (line, item) => {
  expect(items(line)).toEqual([item])
  expect(print([item])).toBe(line)
})

test('relative days may follow “in”, and a word after them is searched in titles', () => {
  expect(items('modified_at in Last 1 day lady')).toEqual([
    { field: 'modified_at', operator: 'is', value: 'last 1 days' },
    { field: 'title', operator: 'contains', value: 'lady' },
  ])
})

test('filters may be joined by “and”, and a blank line has none', () => {
  expect(items('title is a AND slug is b and status is draft')).toHaveLength(3)
  expect(items('  ')).toEqual([])
})

describe('errors in a line', () => {
  test.each<[string, string, RegExp]>([
    ['nothing is a', 'nothing', /no field “nothing”/],
    ['medium contains oil paint', 'paint', /no field “paint”.*quotes/],
    ['what is truth', 'what', /no field “what”.*quotes/],
    ['yaer>=1840', 'yaer>=1840', /no field “yaer>=1840”/],
    ['tag in (a, b)', 'tag', /no field “tag”/],
    ['title', 'title', /Title still needs an operator/],
    ['title does not', 'title does not', /Title still needs an operator/],
    ['title is', 'title is', /Title still needs a value/],
    ['tags in (a,', 'tags in (a,', /Tags still needs a value/],
    ['title likes a', 'likes', /After Title comes one of: is, is not, contains/],
    ['title less than 5', 'less than', /“less than” does not apply to Title/],
    ['year is soon', 'soon', /Year is a number/],
    ['on_view is maybe', 'maybe', /On view is true or false/],
    ['born < someday', 'someday', /Born is a date such as 2024-01-31/],
    ['title is a or', 'or', /“or” needs a filter/],
    ['or title is a', 'or', /“or” needs a filter/],
    ['(title is a', '(', /closing \) is missing/],
    ['title is a ()', '()', /expected between \( and \)/],
    ['(title is a or nothing is b) status is draft', 'nothing', /no field “nothing”/],
    ['year < empty', 'empty', /Year is a number/],
    ['title is (a, b)', '(', /“is” takes one value/],
    ['tags in (a b)', 'b', /separated by commas/],
    ['tags in (a,,b)', ',', /Tags is a text/],
    ['title is )', ')', /Title is a text/],
    ['title is "a', '"a', /closing " is missing/],
    ['title is "a\\q"', '"a\\q"', /After .* comes one of/],
    ['{"a":', '{"a":', /not valid JSON/],
  ])('are reported at their position: %s', (line, at, message) => {
    const { errors } = parseLine(line, filterSchema)
    expect(errors).toHaveLength(1)
    expect(errors[0]?.message).toMatch(message)
    expect(line.slice(errors[0]?.start, errors[0]?.end)).toBe(at)
  })

  test('leave the other filters intact', () => {
    const { items: read, errors } = parseLine(
      'title like a status is draft year is x slug is b',
      filterSchema,
    )
    expect(read.map(({ item }) => 'field' in item && item.field)).toEqual(['status', 'slug'])
    expect(errors).toHaveLength(2)
  })

  test('no text throws, and all positions lie within the text', () => {
    const word = fc.constantFrom(
      'title',
      'year',
      'tags',
      'is',
      'not',
      'in',
      '(',
      ')',
      ',',
      '"',
      '{',
      '}',
      'a',
      '5',
      'and',
      'or',
      'last',
      '<',
      '>=',
      '\\',
      ' ',
      'empty',
      '\0',
    )
    const line = fc
      .array(word, { maxLength: 12 })
      .map((list) => list.join(' ').replaceAll('   ', ''))
    fc.assert(
      fc.property(line, (text) => {
        const { items: read, errors } = parseLine(text, filterSchema)
        for (const { start, end } of [...read, ...errors]) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
        }
        if (text.trim() !== '' && !/^(and|\s)+$/.test(text))
          expect(read.length + errors.length).toBeGreaterThan(0)
      }),
      { numRuns: 3000 },
    )
  })
})

test('a printed line is read back as the same filters', () => {
  const unsupported = fc.constantFrom<FilterItem>(
    { operator: 'unsupported', json: { $or: [{ title: '"}{' }] } },
    { operator: 'unsupported', json: { x: '\\' } },
  )
  const list = fc.array(
    fc.oneof({ weight: 8, arbitrary: filter }, unsupported, { weight: 3, arbitrary: filterItem }),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(list, (filters) => {
      expect(items(print(filters))).toEqual(plainFilters(filters))
    }),
    { numRuns: LINE_RUNS },
  )
})

test('the field of all texts is named by its label or in one word', () => {
  const schema = [...filterSchema, anyTextField]
  const condition = { field: '$text', operator: 'contains', value: 'fog' } as const
  for (const line of ['any text contains fog', 'text contains fog', '$text contains fog']) {
    const { items: read, errors } = parseLine(line, schema)
    expect([line, errors, read.map(({ item }) => item)]).toEqual([line, [], [condition]])
  }
  expect(printLine([condition], schema)).toBe('text contains fog')
  const fields = [{ path: 'metadata.text', title: 'Text', type: 'text' as const }, ...schema]
  expect(printLine([condition], fields)).toBe('$text contains fog')
  expect(parseLine('text is fog', fields).items.map(({ item }) => item)).toEqual([
    { field: 'metadata.text', operator: 'is', value: 'fog' },
  ])
  expect(filtersToJson([condition], schema)).toEqual({ $text: { $regex: 'fog', $options: 'i' } })
})
