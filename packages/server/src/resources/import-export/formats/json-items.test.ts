import { expect, test } from 'vitest'

import { jsonItems } from './json-items.ts'

/** Reads a text in chunks of a given size. */
const read = (text: string, paths: string[], size = text.length) =>
  Array.fromAsync(
    jsonItems(
      (async function* chunks() {
        for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
      })(),
      paths,
    ),
  )

const FILE = JSON.stringify(
  {
    'a "key": {': [{ n: 1 }, [2, [3]], 'th"ree\\', null, {}, []],
    b: { c: { x: [true], y: '}]' }, d: 7, e: { x: 1 } },
    f: [],
    g: 'text',
  },
  null,
  2,
)

test.each([1, 2, 3, 7, 1000])(
  'values at the paths are read from chunks of %i characters',
  async (size) => {
    expect(
      await read(`\uFEFF${FILE}\n`, ['$.a "key": {.*', '$.b.*.x', '$.f.*', '$.g'], size),
    ).toEqual([
      ...[{ n: 1 }, [2, [3]], 'th"ree\\', null, {}, []].map((value, index) => ({
        path: ['a "key": {', index],
        value,
      })),
      { path: ['b', 'c', 'x'], value: [true] },
      { path: ['b', 'e', 'x'], value: 1 },
      { path: ['g'], value: 'text' },
    ])
  },
)

test('values at other paths are skipped at any depth', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  expect(await read(`{"a":${deep},"b":[1]}`, ['$.b.*'], 1000)).toEqual([
    { path: ['b', 0], value: 1 },
  ])
})

test.each([
  '',
  'null',
  '{"a":[1,2',
  '{"a":[1,2]',
  '{"a":[1,2}',
  '{"a":[1,x]}',
  '{"a":[{"b"}]}',
  '{"a":[1] [2]}',
  '{"a":[1]}{',
  '{"a":[1]} x',
  '{a:[1]}',
  '{"a" "b":[1]}',
  '{"a":"b":[1]}',
  '}',
  '{"a":["b]}',
  '[1:2]',
])('%s is refused as invalid JSON', async (text) => {
  await expect(read(text, ['$.a.*'], 3)).rejects.toThrow('not valid JSON')
})
