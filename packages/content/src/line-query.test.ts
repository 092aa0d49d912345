import { parseLine } from '@typecase/content-query/line'
import { describe, expect, test } from 'vitest'

import { filterSchema } from '@typecase/content-query/type-fields'
import { errorsBefore, groupsOf, marksOf, withoutJsonBefore } from './line-marks.ts'
import { lineOf, queryOf } from './line-query.ts'
import { artworks } from './testing/sample-types.ts'

const schema = filterSchema([artworks], [artworks])

describe('a query and its line', () => {
  test.each([
    [{ status: 'draft' }, 'status is draft'],
    [
      {
        'metadata.medium': { $regex: 'watercolour', $options: 'i' },
        'metadata.year': { $gte: 1840 },
      },
      'medium contains watercolour year >= 1840',
    ],
    [{ 'metadata.class': { $in: ['print'] } }, 'class in (print)'],
    [{ 'metadata.size.width': { $lt: 10 } }, 'size.width < 10'],
    [{ title: 'The Brook' }, 'title is "The Brook"'],
    [{ locale: null }, 'locale is empty'],
    [{}, ''],
  ])('%j is “%s”, and back', (query, line) => {
    expect(lineOf(query, schema)).toBe(line)
    expect(queryOf(line, schema)).toEqual({ ok: true, query })
  })

  test('unsupported parts are kept as JSON', () => {
    const query = { $nor: [{ status: 'draft' }, { 'metadata.year': 1785 }], locale: 'en' }
    const line = lineOf(query, schema)
    expect(line).toBe('{"$nor":[{"status":"draft"},{"metadata.year":1785}]} locale is en')
    const back = queryOf(line, schema)
    expect(back.ok && lineOf(back.query, schema)).toContain('{"$nor":')
  })

  test('a mistake is explained in a message', () => {
    expect(queryOf('status is', schema)).toMatchObject({ ok: false })
    expect(queryOf('colour is red', schema)).toEqual({
      ok: false,
      message: expect.stringContaining('no field “colour”'),
    })
  })
})

describe('the marks of a line', () => {
  test.each([
    'medium contains "oil on" status is draft',
    '  year>=1840   ',
    'nonsense here status is draft',
    '{"$or":[]} locale is en',
    'title is "open',
    '',
  ])('add up to the line “%s”', (line) => {
    const marks = marksOf(line, parseLine(line, schema), schema)
    expect(marks.map(({ text }) => text).join('')).toBe(line)
  })

  test('form one group per filter', () => {
    const line = 'status is draft year >= 1840'
    const groups = groupsOf(marksOf(line, parseLine(line, schema), schema))
    const texts = groups.map((marks) => marks.map(({ text }) => text).join(''))
    expect(texts).toEqual(['status is draft', ' ', 'year >= 1840'])
    expect(groups[0]?.map(({ kind }) => kind)).toEqual(['field', 'space', 'word', 'space', 'value'])
  })

  test('show where an error is', () => {
    const line = 'colour is red status is draft'
    const wrong = marksOf(line, parseLine(line, schema), schema).filter(({ isWrong }) => isWrong)
    expect(wrong.map(({ text }) => text)).toEqual(['colour'])
  })
})

test('Backspace deletes raw JSON as a whole, and nothing else', () => {
  const line = 'locale is en {"$or":[]}'
  const parsed = parseLine(line, schema)
  expect(withoutJsonBefore(line, line.length, parsed)).toEqual({ line: 'locale is en ', caret: 13 })
  expect(withoutJsonBefore(line, 12, parsed)).toBeUndefined()
})

test('an error at the caret is not shown until the caret has left it', () => {
  const parsed = parseLine('status is', schema)
  expect(errorsBefore(parsed, 9)).toEqual([])
  expect(errorsBefore(parsed, undefined)).toHaveLength(1)
})
