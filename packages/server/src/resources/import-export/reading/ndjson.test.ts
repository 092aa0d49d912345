import { expect, test } from 'vitest'

import type { FileRecord } from './mapping.ts'
import { ndjsonRecords } from './ndjson.ts'

async function read(...chunks: string[]): Promise<FileRecord[]> {
  async function* pieces() {
    yield* chunks
  }
  const records: FileRecord[] = []
  for await (const record of ndjsonRecords(pieces())) records.push(record)
  return records
}

test('objects are read across chunks, with the line number that an editor shows', async () => {
  expect(await read('{"a":1}\n\n{"a"', ':2}\r\n{"a":3', '}')).toEqual([
    { row: 1, values: { a: 1 } },
    { row: 3, values: { a: 2 } },
    { row: 4, values: { a: 3 } },
  ])
})

test.each([
  ['{"a":', 'is not valid JSON'],
  ['[1]', 'is not an object'],
  ['null', 'is not an object'],
  [String.raw`{"a":"\u0000"}`, 'a must not hold the character U+0000'],
  [`{"a":${'['.repeat(200)}${']'.repeat(200)}}`, 'levels'],
])('%j is reported as a row that %s', async (line, problem) => {
  const [record, next] = await read(`${line}\n{"b":1}\n`)
  expect(record?.problem).toContain(problem)
  expect(next).toEqual({ row: 2, values: { b: 1 } })
})

test('a line that never ends is refused before it fills the memory', async () => {
  const mega = 'x'.repeat(2 ** 20)
  await expect(read(...Array.from({ length: 20 }, () => mega))).rejects.toThrow('Line 1 is longer')
})
