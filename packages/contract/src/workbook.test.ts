import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { openWorkbook } from './workbook.ts'
import { type WorkbookContent, workbookOf } from './workbook.fixture.ts'

const LIMIT = 2 ** 24
const SAMPLE = readFileSync(
  join(import.meta.dirname, '../../../tests/fixtures/imports/lighthouses.xlsx'),
)

async function readBytes(bytes: Uint8Array, sheet?: string) {
  const warnings: string[] = []
  const warn = (message: string) => warnings.push(message)
  const workbook = await openWorkbook(new Blob([new Uint8Array(bytes)]), { limit: LIMIT, warn })
  const csv = (await Array.fromAsync(workbook.csv(sheet))).join('')
  return { csv, warnings, sheets: workbook.sheets }
}

const read = async (content: WorkbookContent, sheet?: string) =>
  readBytes(await workbookOf(content), sheet)
const readRows = async (rows: string, content: Partial<WorkbookContent> = {}) =>
  (await read({ sheets: { 'name="A"': rows }, ...content })).csv

test('reads the days, times, shares, formulas, bold text, merged cells and blank rows of a workbook', async () => {
  const { csv, sheets, warnings } = await readBytes(SAMPLE)
  expect(sheets).toEqual(['Towers', 'Keepers & co'])
  expect(csv.split('\n')).toEqual([
    '"Name","Lit","Height","Height","Open","Share","Seen","Time","Note"',
    '"Hook Head","1911-03-01","35.5","71","true","0.12","2026-11-20T09:30:00Z","18:45:00","first line',
    '“second”, <b> & more"',
    ',,,,,,,,',
    '"Ünïcode 🎨",,,"Ünïcode 🎨!","false",,"merged",,',
    '',
  ])
  expect(warnings).toEqual(['Cells with an error, such as #N/A, are left empty.'])
  expect((await readBytes(SAMPLE, 'Keepers & co')).csv).toBe('"Name"\n"Ada"\n')
})

test('reads shared texts without their pronunciation, inline texts, escapes and texts of formulas', async () => {
  const strings =
    '<si><t>plain &amp; &#x42;</t></si><si><r><t>two </t></r><r><rPr><b/></rPr><t xml:space="preserve">parts</t></r><rPh sb="0"><t>said</t></rPh></si>'
  const rows =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c t="inlineStr"><is><t>in_x000A_line</t></is></c><c t="str"><f>A1</f><v>"q" &lt;</v></c><c t="s"><v>9</v></c><c t="inlineStr"><is><t><![CDATA[a<b]]></t></is></c></row>'
  expect(await readRows(rows, { strings })).toBe(
    '"plain & B","two parts","in\nline","""q"" <",,"a<b"\n',
  )
})

test('reads numbers as they are shown, without exponents', async () => {
  const cell = (value: string) => `<c><v>${value}</v></c>`
  const values = ['0.30000000000000004', '1E-7', '1e21', '-0.5', '007', '1.10']
  expect(await readRows(`<row>${values.map(cell).join('')}</row>`)).toBe(
    '"0.3","0.0000001","1000000000000000000000","-0.5","7","1.1"\n',
  )
})

describe('days and times', () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="&quot;day&quot; [Red]0"/><numFmt numFmtId="165" formatCode="[$-409]d\\-mmm\\-yy;@"/><numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="22"/></cellXfs>'
  const rowOf = (...cells: [style: number, value: number][]) =>
    `<row>${cells.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`).join('')}</row>`

  test.each([
    [1, 46346, '2026-11-20'],
    [1, 59, '1900-02-28'],
    [1, 61, '1900-03-01'],
    [1, 1, '1900-01-01'],
    [1, 3_000_000, '3000000'],
    [1, -1, '-1'],
    [2, 0.5, '12:00:00'],
    [3, 46346, '46346'],
    [4, 46346, '2026-11-20'],
    [5, 1.0625, '25:30:00'],
    [6, 46346.999995, '2026-11-21'],
    [6, 46346.25, '2026-11-20T06:00:00Z'],
    [99, 5, '5'],
  ])('style %i shows %d as %s', async (style, value, shown) => {
    expect(await readRows(rowOf([style, value]), { styles })).toBe(`"${shown}"\n`)
  })

  test('a workbook of an old Mac counts from 1904', async () => {
    const rows = rowOf([1, 44884], [1, 0], [6, 0.5])
    expect(await readRows(rows, { styles, properties: 'date1904="1"' })).toBe(
      '"2026-11-20","1904-01-01","1904-01-01T12:00:00Z"\n',
    )
  })
})

test('keeps the position of rows, and leaves out cells to the right of the named columns', async () => {
  const rows =
    '<row r="3"><c r="B3"><v>1</v></c></row><row r="5" spans="1:3"><c r="A5"><v>2</v></c><c r="C5"><v>3</v></c></row><row/>'
  const { csv, warnings } = await read({ sheets: { 'name="A"': rows } })
  expect(csv).toBe('\n\n,"1"\n,\n"2",\n,\n')
  expect(warnings).toEqual(['Cells to the right of the last named column are left out.'])
})

test('formulas whose result is empty, and cells without a text, are empty', async () => {
  const rows =
    '<row><c t="str"><f>IF(1,"")</f><v></v></c><c t="s"><v></v></c><c t="s"/><c t="b"><v/></c><c><v>1</v></c></row>'
  const strings = '<si><t>first</t></si>'
  const { csv, warnings } = await read({ sheets: { 'name="A"': rows }, strings })
  expect(csv.replaceAll('""', '')).toBe(',,,,"1"\n')
  expect(warnings).toEqual([])
})

test('formulas that were never calculated are left empty', async () => {
  const rows = '<row><c><f>1+1</f><v></v></c><c><v>1</v></c></row>'
  const { csv, warnings } = await read({ sheets: { 'name="A"': rows } })
  expect(csv).toBe(',"1"\n')
  expect(warnings[0]).toContain('Formulas without a result are left empty.')
})

test('a hidden sheet is read only by name, and an unknown sheet is refused', async () => {
  const rows = '<row><c><v>1</v></c></row>'
  const sheets = { 'name="H" state="hidden"': rows, 'name="A &lt; B"': '' }
  expect(await read({ sheets })).toMatchObject({ sheets: ['A < B'], csv: '' })
  expect((await read({ sheets }, 'H')).csv).toBe('"1"\n')
  await expect(read({ sheets }, 'C')).rejects.toThrow(
    'The workbook has no sheet “C”. It has: A < B.',
  )
})

test('reads tags with a namespace prefix', async () => {
  const rows = '<x:row x:r="2"><x:c><x:v>1</x:v></x:c></x:row>'
  expect(await readRows(rows)).toBe('\n"1"\n')
})

describe('damaged workbooks', () => {
  const DAMAGED = 'The workbook is damaged, was cut off or is encrypted.'

  test.each(Array.from({ length: 20 }, (_, n) => n / 20))(
    'a workbook cut off at %f of its length is refused',
    async (part) => {
      await expect(readBytes(SAMPLE.subarray(0, SAMPLE.length * part))).rejects.toThrow(DAMAGED)
    },
  )

  test('a workbook with a changed byte is read as before, or refused with a message', async () => {
    const { csv } = await readBytes(SAMPLE)
    for (let at = 0; at < SAMPLE.length; at += 41) {
      const bytes = Buffer.from(SAMPLE)
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at)
      const isRight = await readBytes(bytes).then(
        (reading) => reading.csv === csv,
        (reason: Error) => reason.message.startsWith('The workbook '),
      )
      expect(isRight, String(at)).toBe(true)
    }
  })

  test.each<[string, Partial<WorkbookContent>, string]>([
    ['no sheet', { sheets: {} }, 'The workbook has no sheet.'],
    [
      'a sheet without an end',
      { files: { 'xl/worksheets/sheet0.xml': '<worksheet><sheetData><row>' } },
      'The sheet was cut off.',
    ],
    [
      'no file of the sheet',
      { files: { 'xl/worksheets/sheet0.xml': '' } },
      'The sheet was cut off.',
    ],
    ['rows in no order', { sheets: { 'name="A"': '<row r="2"/><row r="2"/>' } }, 'in no order'],
    ['a row far away', { sheets: { 'name="A"': '<row r="99999999999"/>' } }, 'in no order'],
    [
      'entities of its own',
      { strings: '<!DOCTYPE sst [<!ENTITY a "b">]><si><t>&a;</t></si>' },
      DAMAGED,
    ],
    ['a tag that never ends', { strings: `<si ${'a'.repeat(2 ** 20)}` }, DAMAGED],
    ['a text that never ends', { strings: 'a' }, ''],
    [
      'files that are too large',
      { strings: '<si/>'.repeat(LIMIT / 4) },
      'larger than 16 MB unpacked',
    ],
  ])('are read or refused with a message: %s', async (_name, content, words) => {
    const reading = read({ sheets: { 'name="A"': '<row/>' }, ...content })
    if (words === '') expect((await reading).csv).toBe('\n')
    else await expect(reading).rejects.toThrow(words)
  })

  test('an unknown entity stays unchanged, and an invalid character becomes U+FFFD', async () => {
    const rows = '<row><c t="inlineStr"><is><t>&nbsp;&#x110000;&#65;</t></is></c></row>'
    expect(await readRows(rows)).toBe('"&nbsp;\uFFFDA"\n')
  })
})
