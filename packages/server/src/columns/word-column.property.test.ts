import type { Regex } from '@typecase/content-query/ast'
import { escapePattern } from '@typecase/content-query/pattern'
import { compileRegex } from '@typecase/content-query/regex'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { NumberLists } from './number-lists.ts'
import { RowSet } from './row-set.ts'
import { WordColumn } from './word-column.ts'

const ROWS = 64

/** Texts of few words, so that a random text is often found. */
const text = fc
  .array(
    fc.constantFrom(
      'ab',
      'A',
      'b',
      ' ',
      ' ',
      '-',
      '_',
      'ß',
      'SS',
      'Σ',
      'ς',
      'İ',
      'é',
      'e\u0301',
      '\u0301',
      'ǰ',
      'J\u030c',
      '가',
      '\u1100\u1161',
      '1',
      '😀',
      '𝒜',
      '\n',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

/** Includes halves of a surrogate pair, which a pattern may contain. */
const needle = fc.oneof(
  { weight: 9, arbitrary: text },
  fc.constantFrom('\ud835', 'b\ud835', '\udc9c'),
)

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ row: fc.nat(ROWS - 1), texts: fc.array(text, { maxLength: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ cleared: fc.nat(ROWS - 1) }) },
  {
    weight: 3,
    arbitrary: fc.record({ needle, flags: fc.constantFrom('' as const, 'i' as const) }),
  },
)
const steps = fc.array(step, { minLength: 5, maxLength: 60 })

test('words find every row that a pattern matches, and no others where they are exact', () => {
  let [exact, narrowed] = [0, 0]
  fc.assert(
    fc.property(steps, fc.constantFrom(0, 3, undefined), (todos, readAtOnce) => {
      const column = new WordColumn(['metadata', 'a'], ROWS, readAtOnce)
      const rows = new Map<number, readonly string[]>()
      for (const todo of todos) {
        if ('row' in todo) {
          column.set(todo.row, { metadata: { a: todo.texts } })
          rows.set(todo.row, todo.texts)
        } else if ('cleared' in todo) {
          column.clear(todo.cleared)
          rows.delete(todo.cleared)
        } else {
          const leaf: Regex = {
            kind: 'regex',
            path: ['metadata', 'a'],
            pattern: escapePattern(todo.needle),
            flags: todo.flags,
          }
          const within = new RowSet(ROWS)
          for (const row of rows.keys()) within.add(row)
          const { test: isTrue } = compileRegex(leaf.pattern, leaf.flags)
          const target = [...rows].filter(([, texts]) => texts.some(isTrue)).map(([row]) => row)
          const matches = new Set(column.select(leaf, within).toRows())
          expect(target.filter((row) => !matches.has(row))).toEqual([])
          if (matches.size < rows.size) narrowed++
          if (!column.isExact(leaf)) continue
          expect(matches.size).toBe(target.length)
          exact++
        }
      }
    }),
    { numRuns: 2000 },
  )
  expect(exact).toBeGreaterThan(500)
  expect(narrowed).toBeGreaterThan(500)
})

test('a letter that folds to two is not composed with its accent', () => {
  const column = new WordColumn(['metadata', 'a'], ROWS)
  column.setValues(0, ['S\u015a'])
  column.setValues(1, ['\u00df\u0301'])
  const leaf: Regex = { kind: 'regex', path: ['metadata', 'a'], pattern: 'ß\u0301', flags: 'i' }
  const all = new RowSet(ROWS)
  for (const row of [0, 1]) all.add(row)
  expect([...column.select(leaf, all).toRows()]).toEqual([1])
})

test('each list keeps the numbers that were added to it, in order', () => {
  const difference = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 3 }) },
    { weight: 2, arbitrary: fc.nat(300) },
    fc.nat(2 ** 21),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(100), difference), { maxLength: 4000 }), (added) => {
      const lists = new NumberLists()
      const expected: number[][] = []
      for (let list = 0; list <= 100; list++) expected[lists.begin()] = []
      for (const [list, more] of added) {
        const rowsOfList = expected[list] ?? []
        const number = (rowsOfList.at(-1) ?? 0) + more
        lists.add(list, number)
        if (number !== rowsOfList.at(-1)) rowsOfList.push(number)
      }
      for (const [list, numbers] of expected.entries()) {
        const contents: number[] = []
        lists.each(list, (number) => contents.push(number))
        expect(contents).toEqual(numbers)
      }
    }),
    { numRuns: 100 },
  )
})

test('long lists that grow at the same time keep their numbers across many pages', () => {
  const lists = new NumberLists()
  const [every, second] = [lists.begin(), lists.begin()]
  const count = 1_500_000
  for (let number = 0; number < count; number++) {
    lists.add(every, number)
    if (number % 2 === 1) lists.add(second, number)
  }
  const contents = { every: [] as number[], second: [] as number[] }
  lists.each(every, (number) => contents.every.push(number))
  lists.each(second, (number) => contents.second.push(number))
  expect(contents.every.length).toBe(count)
  expect(contents.every.findIndex((number, index) => number !== index)).toBe(-1)
  expect(contents.second.length).toBe(count / 2)
  expect(contents.second.findIndex((number, index) => number !== index * 2 + 1)).toBe(-1)
  expect(lists.bytes).toBeLessThan(4_000_000)
})
