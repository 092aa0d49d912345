import { expect, test } from 'vitest'

import { turnsDuring } from './turns.fixture.ts'
import { ValueColumn } from './value-column.ts'

test('many texts are looked up with other work in between', async () => {
  const column = new ValueColumn(['metadata', 'one'], 16_384)
  for (let row = 0; row < 16_000; row++) column.set(row, { metadata: { one: `text ${row}` } })
  const expected = new Set(['text 3', 'text 15999', 'another'])
  let codes: Uint8Array = new Uint8Array(0)
  const turns = await turnsDuring(async () => (codes = await column.codesIn(expected)))
  expect(turns).toBeGreaterThanOrEqual(5)
  expect([...codes.keys()].filter((code) => codes[code] === 1)).toEqual([3, 15_999])
})
