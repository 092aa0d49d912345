import { Readable } from 'node:stream'

import type { CsvError } from 'csv-parse'

import { Failure } from '../../../http/failure.ts'
import type { FileRecord } from './mapping.ts'

const LONGEST = 8 * 2 ** 20
const DELIMITERS = [',', ';', '\t', '|']

/**
 * Rows of a CSV file by the names in its first row. The delimiter is the one that the first row holds most.
 * @throws Failure when the file cannot be read on: an open quote, a row too long, a column named twice
 */
export async function* csvRecords(text: AsyncIterable<string>): AsyncGenerator<FileRecord> {
  // With the first file: a start needs none of it.
  const { CsvError, parse } = await import('csv-parse')
  const chunks = text[Symbol.asyncIterator]()
  const first = await chunks.next()
  const start = first.done ? '' : first.value
  const parser = Readable.from(joined(start, chunks)).pipe(
    parse({
      delimiter: delimiterOf(start),
      relax_column_count: true,
      max_record_size: LONGEST,
    }),
  )
  let columns: string[] | undefined
  let row = 0
  try {
    // Without `columns` the parser gives lists of texts.
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1
      if (!columns) columns = namesOf(cells)
      else if (cells.some((cell) => cell !== '')) yield { row, ...toValues(columns, cells) }
    }
  } catch (reason) {
    throw reason instanceof CsvError ? inWords(reason, row + 1) : reason
  }
  if (!columns) throw new Failure('invalid', 'The file is empty.')
}

async function* joined(start: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  if (start !== '') yield start
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    if (next.value !== '') yield next.value
  }
}

/** Counted outside quotes, in the first row only. */
export function delimiterOf(start: string): string {
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (const character of start) {
    if (character === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (character === '\n' || character === '\r') break
    const count = counts.get(character)
    if (count !== undefined) counts.set(character, count + 1)
  }
  const [best = ','] = DELIMITERS.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  return best
}

function namesOf(cells: readonly string[]): string[] {
  const names = cells.map((cell, index) => cell.trim() || `Column ${index + 1}`)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) {
    throw new Failure('invalid', `Two columns of the file are named “${twice.slice(0, 100)}”.`)
  }
  return names
}

function toValues(columns: readonly string[], cells: readonly string[]): Omit<FileRecord, 'row'> {
  const isFitting =
    cells.length === columns.length ||
    (cells.length > columns.length && cells.slice(columns.length).every((cell) => cell === ''))
  if (!isFitting) {
    return { problem: `has ${cells.length} cells where the first row has ${columns.length}` }
  }
  if (cells.some((cell) => cell.includes('\0'))) return { problem: 'holds a NUL character' }
  return { values: Object.fromEntries(columns.map((name, index) => [name, cells[index]])) }
}

function inWords({ code }: CsvError, row: number): Failure {
  if (code === 'CSV_QUOTE_NOT_CLOSED') {
    return new Failure('invalid', `A quote is opened and never closed, after row ${row}.`)
  }
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return new Failure('too_large', `Row ${row} is longer than ${LONGEST / 2 ** 20} MB.`)
  }
  return new Failure('invalid', `Row ${row} cannot be read: a quote is in an odd place.`)
}
