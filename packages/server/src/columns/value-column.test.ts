import { expect, test } from 'vitest'

import { RowSet } from './row-set.ts'
import { turnsDuring } from './turns.fixture.ts'
import { ValueColumn } from './value-column.ts'

test('looking up many texts leaves time for other work', async () => {
  const column = new ValueColumn(['metadata', 'one'], 16_384)
  for (let row = 0; row < 16_000; row++) column.set(row, { metadata: { one: `text ${row}` } })
  const expected = new Set(['text 3', 'text 15999', 'another'])
  let codes: Uint8Array = new Uint8Array(0)
  const turns = await turnsDuring(async () => (codes = await column.codesIn(expected)))
  expect(turns).toBeGreaterThanOrEqual(5)
  expect([...codes.keys()].filter((code) => codes[code] === 1)).toEqual([3, 15_999])
})

test('a search of many texts finds those that hold the needle', () => {
  const texts = Array.from({ length: 9000 }, (_, row) => `Text ${row} of MANY`)
  const column = new ValueColumn(['metadata', 'one'], 16_384)
  const all = new RowSet(16_384)
  for (const [row, one] of texts.entries()) {
    column.set(row, { metadata: { one } })
    all.add(row)
  }
  // `MANYText` begins in one text and ends in the next.
  for (const pattern of ['Text 81', '9 of MANY', 'MANYText', 'other', 'Y', 'text 4095']) {
    for (const flags of ['', 'i'] as const) {
      const matches = column.select({ kind: 'regex', path: column.path, pattern, flags }, all)
      const folded = (text: string) => (flags === 'i' ? text.toLowerCase() : text)
      const expected = [...texts.keys()].filter((row) =>
        folded(texts[row] ?? '').includes(folded(pattern)),
      )
      expect([...matches.toRows()]).toEqual(expected)
    }
  }
})
