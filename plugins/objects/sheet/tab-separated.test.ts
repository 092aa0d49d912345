import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readCells, writeCells } from './tab-separated.ts'

test.each([
  ['one cell', 'Oil', [['Oil']]],
  [
    'rows and columns',
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['the last line of a spreadsheet', 'a\r\nb\r\n', [['a'], ['b']]],
  [
    'empty cells',
    'a\t\t\n\tb\t',
    [
      ['a', '', ''],
      ['', 'b', ''],
    ],
  ],
  ['quotes around tabs, lines and quotes', '"a\tb"\t"c\n""d"""', [['a\tb', 'c\n"d"']]],
  ['a quote within a text', '5" nail\tb', [['5" nail', 'b']]],
  ['a quote that nothing closes', '"5\tb', [['"5', 'b']]],
  ['nothing', '', [['']]],
])('readCells reads %s', (_what, text, cells) => expect(readCells(text)).toEqual(cells))

const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', 'é') })
const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 })

test('copied cells are pasted unchanged', () =>
  fc.assert(
    fc.property(rows, (cells) => {
      expect(readCells(writeCells(cells))).toEqual(cells)
    }),
  ))
