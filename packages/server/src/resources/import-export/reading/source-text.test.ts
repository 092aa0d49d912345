import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { kindOfFile, readText, type TextReading } from './source-text.ts'

const WORKBOOK = join(
  import.meta.dirname,
  '../../../../../../tests/fixtures/imports/lighthouses.xlsx',
)

let folder: string
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'typecase-'))))
afterAll(() => rmSync(folder, { recursive: true }))

async function read(bytes: Uint8Array, reading: Partial<TextReading> = {}): Promise<string> {
  const file = join(folder, 'file')
  writeFileSync(file, bytes)
  let text = ''
  for await (const part of readText(file, { limit: 1_000_000, ...reading })) text += part
  return text
}

const encode = (text: string) => new TextEncoder().encode(text)

test('plain text is read with and without a byte order mark', async () => {
  expect(await read(encode('Ünïcode 🎨'))).toBe('Ünïcode 🎨')
  expect(await read(encode('\uFEFFtext'))).toBe('text')
})

test.each([
  ['little', Buffer.from('\uFEFFname\tÜñ🎨', 'utf16le')],
  ['big', Buffer.from('\uFEFFname\tÜñ🎨', 'utf16le').swap16()],
])('UTF-16 with a byte order mark is read as %s endian', async (_endian, bytes) => {
  expect(await read(bytes)).toBe('name\tÜñ🎨')
  expect(await read(gzipSync(bytes))).toBe('name\tÜñ🎨')
})

test('gzip is recognised by its bytes', async () => {
  expect(await read(gzipSync('packed 🎁'))).toBe('packed 🎁')
})

const NOTICE = 'Read as Windows-1252, since it is not UTF-8. Check accents.'

test.each<[string, Uint8Array, string]>([
  ['at its end', Buffer.from('name\ncaf\xe9', 'latin1'), 'name\ncafé'],
  ['with the quotes and the euro of Windows', Buffer.from('\x93a\x94,\x80', 'latin1'), '“a”,€'],
  [
    'across the parts in which a file is read',
    Buffer.concat([Buffer.alloc(256 * 1024 - 1, 'a'), Buffer.from('\xe9\n', 'latin1')]),
    `${'a'.repeat(256 * 1024 - 1)}é\n`,
  ],
])('a table with Windows-1252 %s is decoded, with a warning', async (_name, bytes, text) => {
  const warnings: string[] = []
  const warn = (message: string) => warnings.push(message)
  expect(await read(bytes, { warn })).toBe(text)
  expect(await read(gzipSync(bytes), { warn })).toBe(text)
  expect(warnings).toEqual([NOTICE, NOTICE])
})

test('UTF-8 is never decoded as Windows-1252', async () => {
  const text = `${'é'.repeat(150_000)},a\n`
  expect(await read(encode(text), { warn: expect.fail })).toBe(text)
  expect(await read(encode(`a${text}`), { warn: expect.fail })).toBe(`a${text}`)
})

test.each<[string, Uint8Array]>([
  ['JSON in Latin-1', Buffer.from('[{"a":"caf\xe9"}]', 'latin1')],
  ['UTF-8 that was damaged', Buffer.from('caf\xc3\xa9,caf\xe9\n', 'latin1')],
  ['UTF-8 with a byte order mark that was damaged', Buffer.from('\xef\xbb\xbfcaf\xe9', 'latin1')],
  ['UTF-16 that was cut off', Buffer.from('\uFEFFtext', 'utf16le').subarray(0, 7)],
  ['a file of a program', Buffer.from('caf\xe9\x01\x02', 'latin1')],
  ['UTF-8 that was cut off within a character', encode('éé').slice(0, 3)],
])('%s is refused', async (_name, bytes) => {
  await expect(read(bytes)).rejects.toThrow('neither UTF-8')
})

test('a workbook is read as CSV, from its first sheet or the named one', async () => {
  const bytes = readFileSync(WORKBOOK)
  const warnings: string[] = []
  const reading = { warn: (message: string) => warnings.push(message) }
  expect(await read(bytes, reading)).toContain('\n"Hook Head","1911-03-01","35.5","71","true"')
  expect(warnings).toContainEqual(
    expect.stringContaining('Only the first sheet, “Towers”, was read. Others: Keepers & co.'),
  )
  expect(await read(bytes, { sheet: 'Keepers & co' })).toBe('"Name"\n"Ada"\n')
})

test('a workbook that is damaged, too large or without the named sheet is refused with a reason', async () => {
  const bytes = readFileSync(WORKBOOK)
  await expect(read(bytes, { sheet: 'Lamps' })).rejects.toThrow(
    'The workbook has no sheet “Lamps”. It has: Towers, Keepers & co. Nothing was imported.',
  )
  await expect(read(bytes, { limit: 1000 })).rejects.toThrow('larger than')
  const damaged = Buffer.from(bytes)
  damaged.fill(0xff, 800, 900)
  await expect(read(damaged)).rejects.toThrow('The workbook is damaged')
})

test('a gzip file that was cut off or damaged is refused', async () => {
  const packed = gzipSync('a'.repeat(10_000))
  await expect(read(packed.subarray(0, -10))).rejects.toThrow('cut off')
  const damaged = Buffer.from(packed)
  damaged.fill(0xff, 12, 20)
  await expect(read(damaged)).rejects.toThrow('damaged')
})

test('a small file that unpacks to a huge one is refused at the limit', async () => {
  await expect(read(gzipSync('a'.repeat(5_000_000)))).rejects.toThrow('larger than')
})

test('empty files are refused', async () => {
  await expect(read(new Uint8Array())).rejects.toThrow('empty')
})

/** Builds a zip of these files, in the form that office programs write: small files are stored uncompressed. */
function zipOf(...files: [name: string, content: string][]): Buffer {
  const local = files.map(([name, content]) => {
    const header = Buffer.alloc(30)
    header.write('PK\x03\x04', 'latin1')
    header.writeUInt16LE(name.length, 26)
    return Buffer.concat([header, Buffer.from(name + content)])
  })
  const central = files.map(([name]) => {
    const header = Buffer.alloc(46)
    header.write('PK\x01\x02', 'latin1')
    header.writeUInt16LE(name.length, 28)
    return Buffer.concat([header, Buffer.from(name)])
  })
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  return Buffer.concat([...local, ...central, end])
}

const LARGE = 'x'.repeat(100_000)
const ADVICE = 'Save it as .xlsx or CSV (UTF-8) and import that.'

test.each<[string, string, Uint8Array | string]>([
  [
    '.xlsb',
    `a binary Excel workbook (.xlsb). ${ADVICE}`,
    zipOf(['_rels/.rels', LARGE], ['xl/workbook.bin', '']),
  ],
  ['.docx', 'a Word document.', zipOf(['_rels/.rels', LARGE], ['word/document.xml', ''])],
  [
    '.ods',
    `an OpenDocument spreadsheet. ${ADVICE}`,
    zipOf(['mimetype', 'application/vnd.oasis.opendocument.spreadsheet'], ['content.xml', LARGE]),
  ],
  ['.numbers', `a Numbers spreadsheet. ${ADVICE}`, zipOf(['Index/CalculationEngine-1.iwa', LARGE])],
  ['.xls', 'an Excel workbook (.xls).', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1', 'latin1')],
  ['.xls of a web page', 'an HTML page.', '\uFEFF\n<html xmlns:x="urn:schemas"><table>'],
  ['.html', 'an HTML page.', '<!DOCTYPE html>\n<title>Works</title>'],
  [
    '.xml of Excel',
    `an Excel workbook in XML. ${ADVICE}`,
    '<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
  ],
  ['.xml', 'an XML file.', '<?xml version="1.0"?><works/>'],
])('%s is refused as %s', async (_name, words, content) => {
  const file = join(folder, 'file')
  writeFileSync(file, content)
  await expect(kindOfFile(file)).rejects.toMatchObject({
    code: 'unsupported_media_type',
    message: expect.stringContaining(words),
  })
})

test('an export is recognised as a zip, and a table that starts like markup as text', async () => {
  const file = join(folder, 'file')
  const media = ['media/workbook.xml', LARGE] as [string, string]
  writeFileSync(file, zipOf(['bucket.json', '{}'], media, ['media/mimetype', 'text/xml']))
  expect(await kindOfFile(file)).toBe('zip')
  writeFileSync(file, zipOf(['_rels/.rels', LARGE], ['xl/workbook.xml', LARGE]))
  expect(await kindOfFile(file)).toBe('workbook')
  writeFileSync(file, '<name>,note\n1,2\n')
  expect(await kindOfFile(file)).toBe('text')
})
