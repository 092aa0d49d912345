import { describe, expect, test } from 'vitest'

import { Failure } from '../../../http/failure.ts'
import { csvRecords, delimiterOf } from './csv.ts'
import type { FileRecord } from './mapping.ts'

async function* inPieces(text: string, size = 3): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function read(text: string, size?: number): Promise<FileRecord[]> {
  const records: FileRecord[] = []
  for await (const record of csvRecords(inPieces(text, size))) records.push(record)
  return records
}

/** Reads in large chunks, as from a file. */
const readAll = (text: string) => read(text, 256 * 1024)

describe('CSV', () => {
  test('counts rows as a spreadsheet does, from the header on, and leaves out empty rows', async () => {
    expect(await read('name,year\nAnna,1930\n,\nBen,1852\n', 100)).toEqual([
      { row: 2, values: { name: 'Anna', year: '1930' } },
      { row: 4, values: { name: 'Ben', year: '1852' } },
    ])
  })

  test('allows delimiters, line breaks and quotes within quotes', async () => {
    const [record] = await read('a,b\n"one, two\nthree","say ""hi"""\n', 5)
    expect(record?.values).toEqual({ a: 'one, two\nthree', b: 'say "hi"' })
  })

  test('allows Windows line ends, and no line end at the end', async () => {
    expect((await read('a;b\r\n1;2\r\n3;4')).map(({ values }) => values)).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ])
  })

  test.each([
    ['a,b,c\n1;2;3;4;5', ','],
    ['a;b\n1,2,3', ';'],
    ['a\tb\tc', '\t'],
    ['a|b', '|'],
    ['"a,b,c";d', ';'],
    ['alone', ','],
  ])('with the start %j has the delimiter %j', (start, delimiter) => {
    expect(delimiterOf(start)).toBe(delimiter)
  })

  test('reports a row with another number of cells, except for empty cells at its end', async () => {
    const [short, long, padded] = await read('a,b\n1\n1,2,3\n1,2,,\n', 50)
    expect(short?.problem).toContain('1 cells')
    expect(long?.problem).toContain('3 cells')
    expect(padded?.values).toEqual({ a: '1', b: '2' })
  })

  test('names columns without a name, and numbers repeated names', async () => {
    expect((await read('a,\n1,2\n', 50))[0]?.values).toEqual({ a: '1', 'Column 2': '2' })
    expect((await read('a,a (2),a, a\n1,2,3,4\n', 50))[0]?.values).toEqual({
      a: '1',
      'a (2)': '2',
      'a (3)': '3',
      'a (4)': '4',
    })
    const [wide] = await read(`${'a,'.repeat(100_000)}a\n${'1,'.repeat(100_000)}1\n`, 65_536)
    expect(Object.keys(wide?.values ?? {})).toHaveLength(100_001)
  })

  describe('names the row, line and column of an invalid quote', () => {
    const FINE = 'fine,"two\r\nlines"\r\n'
    const tableWith = (before: number, wrong: string) =>
      `name,note\r\n${FINE.repeat(before)}${wrong}\r\n${FINE.repeat(300)}`

    test.each([0, 3, 3000])('after %i rows', async (before) => {
      const where = `Row ${before + 2}${before === 0 ? '' : ` (line ${2 * before + 2} of the file)`}`
      const read = (wrong: string) => readAll(tableWith(before, wrong))
      await expect(read('x,"stray" text')).rejects.toThrow(
        `${where}, column “note”: the cell opens with a quote and goes on`,
      )
      await expect(read('27 " wide,x')).rejects.toThrow(
        `${where}, column “name”: a quote follows other text`,
      )
      // The unclosed quote ends at the next quote, which opens a cell some lines below.
      await expect(read('x,"never closed')).rejects.toThrow(`${where}, column “note”: the cell`)
    })

    test('that is never closed', async () => {
      const rows = 'fine,1\n'.repeat(20_309)
      await expect(readAll(`name,note\n${rows}x,"open\n${rows}`)).rejects.toThrow(
        'Row 20311, column “note”: a quote is opened and never closed.',
      )
      await expect(readAll(`name,note\nx,"open\n${'a'.repeat(2 ** 23)}`)).rejects.toThrow(
        'Row 2 is longer than 8 MB. Look for a quote that is never closed, up to column “note”.',
      )
      await expect(readAll('name,"note\n1,2\n')).rejects.toThrow('Row 1, column “Column 2”')
    })
  })

  test.each([
    ['sep=;\na;b\n1;"2,3,4,5"\n', { a: '1', b: '2,3,4,5' }],
    ['sep=;\r\na,b;c\r\n1;2\r\n', { 'a,b': '1', c: '2' }],
    ['"sep=^"\na^b\n1^2\n', { a: '1', b: '2' }],
    ['SEP=\t\na\tb\n1\t2\n', { a: '1', b: '2' }],
  ])('takes the separator from the first line of %j', async (text, values) => {
    for (const size of [2, 1000]) expect(await read(text, size)).toEqual([{ row: 2, values }])
    await expect(read(`${text}x"`)).rejects.toThrow('Row 3 (line 4 of the file)')
  })

  test('skips blank lines before the header, and refuses a file without any other line', async () => {
    expect(await read('\n\na;b\n1;2\n')).toEqual([{ row: 4, values: { a: '1', b: '2' } }])
    await expect(read('\n\n')).rejects.toThrow('empty')
  })

  test('passes on an error of the file while it reads', async () => {
    async function* broken() {
      yield 'a,b\n1,2\n'.repeat(1000)
      throw new Failure('unsupported_media_type', 'The file is not UTF-8 text.')
    }
    await expect(Array.fromAsync(csvRecords(broken()))).rejects.toThrow('not UTF-8')
  })

  test('reads a column named `__proto__` as a column', async () => {
    const [record] = await read('a,__proto__\n1,2\n', 50)
    expect(Object.keys(record?.values ?? {})).toEqual(['a', '__proto__'])
    expect(Object.getPrototypeOf(record?.values ?? {})).toBe(Object.prototype)
  })
})
