import { expect, test } from 'vitest'

import { openUnmapped } from './object-export.ts'

const object = { id: '1', type: 'works', title: 'A', slug: 'a', main_object_status: 'draft' }
const json = JSON.stringify(object)
const head = Object.keys(object).join(',')
const row = Object.values(object).join(',')

async function* streamOf(text: string): AsyncGenerator<string> {
  for (const part of text.match(/[^]{1,7}/g) ?? []) yield part
}

async function read(text: string) {
  const file = await openUnmapped(streamOf(text))
  const rows =
    file.format === 'bucket.json'
      ? [(await Array.fromAsync({ [Symbol.asyncIterator]: () => file.text })).join('')]
      : (await Array.fromAsync(file.records)).map(({ values }) => values)
  return [file.format, ...rows]
}

test.each([
  ['csv', `${head}\r\n${row}\r\n`],
  ['csv', `${head.replaceAll(',', ';')}\n"${row.replaceAll(',', '";"')}"\n`],
  ['json', `[\n${json}\n]\n`],
  ['json', JSON.stringify([object], null, 2)],
  ['ndjson', `${json}\n`],
  ['ndjson', `\n ${json}`],
])('an export as %s is recognised by its first row', async (format, text) => {
  expect(await read(text)).toEqual([format, object])
})

test.each([
  '{"bucket":{"objects":[]}}',
  '{\n "objects": []\n}',
  '{"id":"1","objects":[]}',
  '{"data":[{}]}',
  '{}',
  '{',
])('%j is left to be read as a bucket', async (text) =>
  expect(await read(text)).toEqual(['bucket.json', text]),
)

test.each([
  'id,title\n1,A\n',
  'id,title\n',
  head,
  '[{"id":"1"}]',
  '[]',
  '\n',
  '{"id":"1"}',
  '{"id":"1"}\n{"id":"2"}\n',
])('the table %j needs a mapping', (text) => expect(read(text)).rejects.toThrow(/mapping|empty/))
