import { expect, test } from 'vitest'

import { csvRows, jsonLines, readHead } from './file-head.ts'
import { keyOf, proposeColumns, typeOf } from './propose-mapping.ts'

test('reads quoted cells, quotes in them and line breaks', () => {
  expect(csvRows('a,b\n"x, y","say ""hi""\nthere"\n')).toEqual([
    { a: 'x, y', b: 'say "hi"\nthere' },
  ])
})

test.each([[';'], ['\t'], [',']])('finds the delimiter %j', (delimiter) => {
  expect(csvRows(`a${delimiter}b\n1${delimiter}2\n`)).toEqual([{ a: '1', b: '2' }])
})

test('leaves out the last line of JSON when it was cut', () => {
  expect(jsonLines('{"a":1}\n{"a":2}\n{"a":')).toEqual([{ a: 1 }, { a: 2 }])
})

test('knows bucket.json, NDJSON and CSV, and a byte order mark', async () => {
  const formatOf = async (text: string) => (await readHead(new File([text], 'f'))).format
  expect(await formatOf('{"bucket":{"objects":[]}}')).toBe('bucket.json')
  expect(await formatOf('{\n "bucket": {\n')).toBe('bucket.json')
  expect(await formatOf('{"name":"Ada"}\n')).toBe('ndjson')
  expect(await formatOf('\uFEFFname,year\nAda,1815\n')).toBe('csv')
})

test('reads a gzipped file', async () => {
  const stream = new Blob(['{"name":"Ada"}\n']).stream().pipeThrough(new CompressionStream('gzip'))
  const bytes = await new Response(stream).arrayBuffer()
  const head = await readHead(new File([bytes], 'a.ndjson.gz'))
  expect(head).toEqual({ format: 'ndjson', columns: ['name'], rows: [{ name: 'Ada' }] })
})

test('one column becomes the title, the others fields of a fitting type', () => {
  const rows = [{ name: 'Ada', title: 'Lady', born: 1815, tags: ['a'], id: 7 }]
  expect(proposeColumns(['name', 'title', 'born', 'tags', 'id'], rows)).toEqual([
    { from: 'name', to: 'title' },
    { from: 'title', to: 'metadata._title', type: 'text' },
    { from: 'born', to: 'metadata.born', type: 'number' },
    { from: 'tags', to: 'metadata.tags', type: 'multi-select' },
    { from: 'id', to: 'metadata._id', type: 'number' },
  ])
})

test.each([
  [['1', '2.5', ''], 'number'],
  [['007'], 'text'],
  [['2026-01-31'], 'date'],
  [[true, false], 'switch'],
  [[{ a: 1 }], 'json'],
  [['x'.repeat(300)], 'textarea'],
  [[null, undefined], 'text'],
])('values %j are of type %s', (values, type) => {
  expect(typeOf(values)).toBe(type)
})

test('keys are letters, digits and underscores', () => {
  expect(keyOf('Größe (mm)')).toBe('große_mm')
  expect(keyOf('2nd')).toBe('_2nd')
})
