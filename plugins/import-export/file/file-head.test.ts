import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { csvTable, jsonLines, jsonList, readHead } from './file-head.ts'
import { keyOf, proposeColumns, startMapping, typeOf } from './propose-mapping.ts'
import { fits } from './saved-mapping.ts'

test('a quoted cell of a CSV file may hold commas, quotes and line breaks', () => {
  expect(csvTable('a,b\n"x, y","say ""hi""\nthere"\n').rows).toEqual([
    { a: 'x, y', b: 'say "hi"\nthere' },
  ])
})

test.each([[';'], ['\t'], [','], ['|']])(
  'the delimiter %j of a CSV file is detected',
  (delimiter) => {
    expect(csvTable(`a${delimiter}b\n1${delimiter}2\n`).rows).toEqual([{ a: '1', b: '2' }])
  },
)

test('a CSV file may name its delimiter in the first line, and its blank lines are skipped', () => {
  expect(csvTable('sep=^\r\n\r\na,b^c;d\r\n1^2\r\n').rows).toEqual([{ 'a,b': '1', 'c;d': '2' }])
  expect(csvTable('\n\tb\n1\t2\n').rows).toEqual([{ 'Column 1': '1', b: '2' }])
})

test('a truncated last line of NDJSON is left out', () => {
  expect(jsonLines('{"a":1}\n{"a":2}\n{"a":')).toEqual([{ a: 1 }, { a: 2 }])
})

test('NDJSON is distinguished from indented JSON with objects on lines of their own', async () => {
  const indented = (key: string) =>
    `{\n  "${key}": [\n    {\n      "fields": [\n{"id":"a","name":"b"}\n]}]\n}`
  const formatOf = async (text: string) => (await readHead(new File([text], 'f.json'))).format
  expect(await formatOf(indented('tables'))).toBe('export')
  expect(await formatOf(indented('objects'))).toBe('bucket.json')
  expect(await formatOf('{"id":"a"}\n{"id":"b"}')).toBe('ndjson')
})

test('the complete objects of a JSON list are read, even if it is truncated', () => {
  expect(jsonList('[{"a":[1,{}]},\n{"a":2}]\n')).toEqual([{ a: [1, {}] }, { a: 2 }])
  expect(jsonList('[{"a":"x, y"},{"a":"x,')).toEqual([{ a: 'x, y' }])
})

test('bucket.json, JSON, NDJSON, CSV with a byte order mark and the zip of an export are recognised', async () => {
  const formatOf = async (text: string) => (await readHead(new File([text], 'f'))).format
  expect(await formatOf('{"bucket":{"objects":[]}}')).toBe('bucket.json')
  expect(await formatOf('{\n "bucket": {}\n}')).toBe('bucket.json')
  expect(await formatOf('{"name":"Ada"}\n')).toBe('ndjson')
  expect(await formatOf(' [{"name":"Ada"}]')).toBe('json')
  expect(await formatOf('\uFEFFname,year\nAda,1815\n')).toBe('csv')
  expect(await formatOf('PK\x03\x04rest')).toBe('zip')
})

test.each<[string, string, BlobPart]>([
  ['another JSON', 'ghost.json', '{\n"db": [{"meta": {}}]\n}'],
  ['a database in one line', 'ghost.json', '{"db":[{"meta":{},"data":{}}]}'],
  ['XML', 'site.xml', '<?xml version="1.0"?><rss xmlns:wp="x">'],
  ['a Sanity dataset', 'data.ndjson', '{"_id":"a","_type":"post"}\n'],
  ['a tar', 'site.tar', `${'x'.repeat(257)}ustar`],
])('a file that is %s is left to the server', async (_what, name, content) => {
  expect((await readHead(new File([content], name))).format).toBe('export')
})

test('an encrypted export of Strapi is recognised as encrypted', async () => {
  const bytes = new Uint8Array([1, 0, 2])
  expect(await readHead(new File([bytes], 'export.tar.gz.enc'))).toMatchObject({
    format: 'export',
    isEncrypted: true,
  })
})

const NAMED = 'f'

test.each<[string, BlobPart, string]>([
  ['nothing', '', 'f is empty'],
  ['blanks', ' \n', 'f is empty'],
  ['half a bucket.json', '{"bucket":{"objects":[{"ti', 'not valid JSON'],
  ['a JSON list of texts', '["A"]', 'without objects'],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10]), 'a PNG image'],
  [
    'a workbook that was cut off',
    new Uint8Array(Buffer.from(`PK\x03\x04${'x'.repeat(90_000)}xl/workbook.xml`)),
    'f: The workbook is damaged, was cut off or is encrypted.',
  ],
  [
    'a binary workbook',
    new Uint8Array(Buffer.from(`PK\x03\x04${'x'.repeat(90_000)}xl/workbook.bin`)),
    'f is a binary Excel workbook (.xlsb). Save it as .xlsx or CSV (UTF-8) and import that.',
  ],
  ['a page', '<table><tr><td>1</td></tr></table>', 'f is an HTML page.'],
  [
    'JSON in Latin-1',
    new Uint8Array(Buffer.from('[{"a":"\xe9"}]', 'latin1')),
    'neither UTF-8 nor UTF-16',
  ],
  ['bytes', new Uint8Array([1, 0, 2]), 'not text'],
  ['gzip that was cut off', new Uint8Array([0x1f, 0x8b, 8, 0]), 'damaged gzip'],
  ['a header alone', 'a,b\n', 'no rows'],
])('a file with %s is refused with the reason', async (_what, content, words) => {
  await expect(readHead(new File([content], NAMED))).rejects.toThrow(words)
})

test('the Unicode text of Excel is read, and a duplicate name of a column gets a number', async () => {
  const bytes = new Uint8Array(Buffer.from('\uFEFFå\tb\tå\r\n1\t2\t3\r\n', 'utf16le'))
  const { format, columns, rows } = await readHead(new File([bytes], 'f'))
  expect({ format, columns }).toEqual({ format: 'csv', columns: ['å', 'b', 'å (2)'] })
  expect(rows).toEqual([{ å: '1', b: '2', 'å (2)': '3' }])
})

test('a table in Windows-1252 is read with a notice', async () => {
  const bytes = new Uint8Array(Buffer.from('ort;preis\nZ\xfcrich;5 \x80\n', 'latin1'))
  expect(await readHead(new File([bytes], 'f'))).toEqual({
    format: 'csv',
    columns: ['ort', 'preis'],
    rows: [{ ort: 'Zürich', preis: '5 €' }],
    notice: 'Read as Windows-1252, since it is not UTF-8. Check accents.',
  })
})

describe('a workbook', () => {
  const file = new File(
    [
      new Uint8Array(
        readFileSync(join(import.meta.dirname, '../../../tests/fixtures/imports/lighthouses.xlsx')),
      ),
    ],
    'lighthouses.xlsx',
  )

  test('is read as the table of its first sheet or of a chosen one', async () => {
    const head = await readHead(file)
    expect(head).toMatchObject({
      format: 'xlsx',
      columns: ['Name', 'Lit', 'Height', 'Height (2)', 'Open', 'Share', 'Seen', 'Time', 'Note'],
      sheets: ['Towers', 'Keepers & co'],
      sheet: 'Towers',
    })
    expect(head.rows).toHaveLength(2)
    expect(head.rows[0]).toMatchObject({ Name: 'Hook Head', Lit: '1911-03-01', Height: '35.5' })
    const other = await readHead(file, 'Keepers & co')
    expect(other).toMatchObject({ columns: ['Name'], rows: [{ Name: 'Ada' }] })
    expect(startMapping(file.name, head)).toMatchObject({
      format: 'csv',
      sheet: 'Towers',
      object_type: 'lighthouses',
    })
    expect(startMapping(file.name, other)).toMatchObject({
      sheet: 'Keepers & co',
      object_type: 'keepers-co',
    })
  })

  test('has a separate mapping for each of its sheets', async () => {
    const head = await readHead(file)
    const mapping = startMapping(file.name, head)
    expect(fits(mapping, head)).toBe(true)
    expect(fits({ ...mapping, sheet: 'Keepers & co' }, head)).toBe(false)
  })

  test('is refused if it has no sheet of that name', async () => {
    await expect(readHead(file, 'Lamps')).rejects.toThrow(
      'lighthouses.xlsx: The workbook has no sheet “Lamps”.',
    )
  })
})

test('a table with Windows line endings is read, and a column without a name gets one', async () => {
  const head = await readHead(new File(['\uFEFFa;\r\n"x\r\ny";2\r\n'], 'f'))
  expect(head).toEqual({
    format: 'csv',
    columns: ['a', 'Column 2'],
    rows: [{ a: 'x\r\ny', 'Column 2': '2' }],
  })
})

test('a gzipped file is read', async () => {
  const stream = new Blob(['{"name":"Ada"}\n']).stream().pipeThrough(new CompressionStream('gzip'))
  const bytes = await new Response(stream).arrayBuffer()
  const head = await readHead(new File([bytes], 'a.ndjson.gz'))
  expect(head).toEqual({ format: 'ndjson', columns: ['name'], rows: [{ name: 'Ada' }] })
})

test('one column is proposed as the title, and the others as fields', () => {
  expect(proposeColumns(['name', 'title', 'born', 'id'])).toEqual([
    { from: 'name', to: 'title' },
    { from: 'title', to: 'metadata._title' },
    { from: 'born', to: 'metadata.born' },
    { from: 'id', to: 'metadata._id' },
  ])
})

test.each([
  [['1', '2.5', ''], 'number'],
  [['7', '007'], 'text'],
  [['1.5', '1.10'], 'text'],
  [['1e5'], 'text'],
  [['TRUE', 'false'], 'switch'],
  [['TRUE', '1'], 'text'],
  [['2026-01-31'], 'date'],
  [[true, false], 'switch'],
  [[{ a: 1 }], 'json'],
  [['x'.repeat(300)], 'textarea'],
  [[null, undefined], 'text'],
])('values %j are of type %s', (values, type) => {
  expect(typeOf(values, true)).toBe(type)
})

test('keys are letters, digits and underscores', () => {
  expect(keyOf('Größe (mm)')).toBe('große_mm')
  expect(keyOf('2nd')).toBe('_2nd')
})

describe('a file that was exported here', () => {
  const header = ['id', 'type', 'title', 'slug', 'main_object_status']

  test('is mapped to the fields that it came from, and a table is marked as guarded', () => {
    const columns = [...header, 'metadata.by', 'metadata.by (title)', 'metadata.seo.heading']
    const rows = [{ type: 'works' }]
    const mapping = startMapping('archive-works.csv', { format: 'csv', columns, rows })
    expect(mapping).toMatchObject({ format: 'csv', object_type: 'works', is_guarded: true })
    expect(
      mapping.columns.filter(({ to }) => to !== null).map(({ from, to }) => [from, to]),
    ).toEqual(['title', 'slug', 'metadata.by', 'metadata.seo.heading'].map((path) => [path, path]))
  })

  test('is mapped by the keys of its metadata if it is NDJSON', () => {
    const rows = [
      { type: 'works', metadata: { year: 1 } },
      { type: 'works', metadata: { seo: {} } },
    ]
    const columns = [...header, 'metadata', 'relations']
    const mapping = startMapping('works.ndjson', { format: 'ndjson', columns, rows })
    expect(mapping).not.toHaveProperty('is_guarded')
    expect(mapping.columns.filter(({ to }) => to?.startsWith('metadata'))).toEqual([
      { from: 'metadata.year', to: 'metadata.year' },
      { from: 'metadata.seo', to: 'metadata.seo' },
    ])
  })

  test('is not recognised if one of its columns is missing', () => {
    const columns = header.slice(1)
    const mapping = startMapping('x.csv', { format: 'csv', columns, rows: [{ type: 'works' }] })
    expect(mapping.object_type).toBe('x')
  })
})
