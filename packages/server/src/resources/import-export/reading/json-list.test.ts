import fc from 'fast-check'
import { expect, test } from 'vitest'

import { jsonListRecords } from './json-list.ts'

async function* inParts(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

const read = (text: string, size = text.length) =>
  Array.fromAsync(jsonListRecords(inParts(text, size)))

test('objects are read from any list, wherever its chunks are cut', async () => {
  const lists = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })))
  await fc.assert(
    fc.asyncProperty(
      lists,
      fc.nat(3),
      fc.integer({ min: 1, max: 9 }),
      async (list, indent, size) => {
        const text = JSON.stringify(list, null, indent)
        fc.pre(!text.includes(String.raw`\u0000`))
        // JSON does not distinguish -0 from 0.
        const values = JSON.parse(text) as object[]
        expect(await read(text, size)).toEqual(
          values.map((one, n) => ({ row: n + 1, values: one })),
        )
      },
    ),
    { numRuns: 200 },
  )
})

test('items that are no objects or invalid JSON are reported by row', async () => {
  expect(await read('[{"a":1}, 5, {"a":}, , "x,y"]')).toEqual([
    { row: 1, values: { a: 1 } },
    { row: 2, problem: 'is not an object' },
    { row: 3, problem: 'is not valid JSON' },
    { row: 4, problem: 'is not valid JSON' },
    { row: 5, problem: 'is not an object' },
  ])
  expect(await read('[ ]')).toEqual([])
})

test('a list that was cut off is refused', async () => {
  for (const text of ['[', '[{"a":1}', '[{"a":1},', '["]'])
    await expect(read(text)).rejects.toThrow('cut off')
})
