import { metafieldTypes } from '@typecase/contract/metafields'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fieldOf, stored } from '../../../../testing/random-values.ts'
import { csvRecords } from '../../../import-export/reading/csv.ts'
import { csvRow, readCell, writeCell } from './cell-text.ts'

// Export and import of a cell are inverse for every value, and a spreadsheet reads no cell as a formula.

const RUNS = Number(process.env['TRANSFER_RUNS'] ?? 8) * 10

const invalid = fc.constantFrom(
  '=1+1',
  '+49 30',
  '-5',
  '@sum',
  "'=a",
  "''null",
  'null',
  "'null",
  '＝A1',
  '\t=1',
  '\r=1',
  'a\r\nb',
  'a\nb',
  '"',
  '""',
  'a "b", c',
  ' a ',
  '[a]',
  'a, b',
  'true',
  '5',
  '{}',
  "'",
)

const plain = (text: string) => text.isWellFormed() && !text.includes('\0')
const texts = fc.oneof(fc.string().filter(plain), fc.string({ unit: 'grapheme' }), invalid)

/** The columns of a table, each with the values that it may hold. */
const columns = [
  ...metafieldTypes.map((type) => ({
    field: fieldOf(type),
    values: fc.oneof(
      { weight: 4, arbitrary: stored[type].filter((value) => plain(JSON.stringify(value))) },
      {
        weight: 2,
        arbitrary: /text|markdown/.test(type)
          ? texts
          : /^(files|objects|multi-select|check-boxes)$/.test(type)
            ? fc.array(texts, { maxLength: 3 })
            : fc.constant(null),
      },
      { weight: 1, arbitrary: fc.constantFrom(null, undefined, '') },
    ),
  })),
  // A column of a type without fields.
  { field: undefined, values: fc.oneof(fc.jsonValue(), texts, fc.constant(undefined)) },
]

test(
  `a cell is read back as its value, and never looks like a formula (${RUNS} rows)`,
  { timeout: 600_000 },
  async () => {
    const head = columns.map((_, n) => `c${n}`)
    const rows = fc.tuple(...columns.map(({ values }) => values))
    await fc.assert(
      fc.asyncProperty(rows, async (input) => {
        const values = input.map(asStored)
        const cells = values.map((value, n) => writeCell(value, columns[n]?.field))
        const text = csvRow(head) + csvRow(['x', ...cells].slice(1))
        const [record] = await Array.fromAsync(csvRecords(streamOf(text), true))
        const read = Object.values(record?.values ?? {}) as typeof cells
        expect(read).toEqual(cells)
        expect(read.map((cell, n) => readCell(cell, columns[n]?.field))).toEqual(values)
        for (const [n, cell] of cells.entries()) {
          if (typeof values[n] !== 'number')
            expect(cell ?? '').not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
        }
      }),
      { numRuns: RUNS },
    )
  },
)

/** Returns a value after a round trip through the database's JSON. */
const asStored = (value: unknown): unknown =>
  value === undefined ? value : JSON.parse(JSON.stringify(value))

async function* streamOf(text: string): AsyncGenerator<string> {
  yield text
}
