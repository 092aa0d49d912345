import { describe, expect, test } from 'vitest'

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

describe('CSV', () => {
  test('rows count as in a spreadsheet, the header being the first; empty ones are left out', async () => {
    expect(await read('name,year\nAnna,1930\n,\nBen,1852\n', 100)).toEqual([
      { row: 2, values: { name: 'Anna', year: '1930' } },
      { row: 4, values: { name: 'Ben', year: '1852' } },
    ])
  })

  test('quotes hold delimiters, line breaks and quotes', async () => {
    const [record] = await read('a,b\n"one, two\nthree","say ""hi"""\n', 5)
    expect(record?.values).toEqual({ a: 'one, two\nthree', b: 'say "hi"' })
  })

  test('Windows line ends, and no line end at the end', async () => {
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
  ])('the delimiter of %j is %j', (start, delimiter) => {
    expect(delimiterOf(start)).toBe(delimiter)
  })

  test('a row with another number of cells is reported, empty cells at its end are not', async () => {
    const [short, long, padded] = await read('a,b\n1\n1,2,3\n1,2,,\n', 50)
    expect(short?.problem).toContain('1 cells')
    expect(long?.problem).toContain('3 cells')
    expect(padded?.values).toEqual({ a: '1', b: '2' })
  })

  test('columns without a name get one; a name that comes twice is refused', async () => {
    expect((await read('a,\n1,2\n', 50))[0]?.values).toEqual({ a: '1', 'Column 2': '2' })
    await expect(read('a,b,a\n1,2,3\n', 50)).rejects.toThrow('Two columns')
  })

  test('an open quote is explained in words', async () => {
    await expect(read('a,b\n1,"2\n3,4\n', 50)).rejects.toThrow('never closed')
    await expect(read('a,b\n1,x"2"\n', 50)).rejects.toThrow('odd place')
  })

  test('`__proto__` as a column is a column', async () => {
    const [record] = await read('a,__proto__\n1,2\n', 50)
    expect(Object.keys(record?.values ?? {})).toEqual(['a', '__proto__'])
    expect(Object.getPrototypeOf(record?.values ?? {})).toBe(Object.prototype)
  })
})
