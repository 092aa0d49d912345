import { pipeline, Readable } from 'node:stream'

import { columnNames } from '@typecase/contract/import-files'
import type { CsvError } from 'csv-parse'

import { Failure } from '../../../http/failure.ts'
import type { Cell } from '../../objects/queries/export/cell-text.ts'
import type { FileRecord } from './mapping.ts'

const MAX_ROW_LENGTH = 8 * 2 ** 20
const DELIMITERS = [',', ';', '\t', '|']

/** Matches the first line in which Excel names the delimiter. */
const SEPARATOR = /^"?sep=(.)"?(?:\r\n|\n|\r)/iu
/** Number of characters that are examined for the delimiter. */
const START = 4096

/**
 * Yields the rows of a CSV file by the names in its first non-blank row. The delimiter is the one that `sep=` names, or
 * else the most frequent one in the first row.
 * @param hasNulls whether an empty cell without quotes is null rather than ''
 * @throws Failure if the file is unreadable: a quote is never closed, or a row is too long
 */
export async function* csvRecords(
  text: AsyncIterable<string>,
  hasNulls = false,
): AsyncGenerator<FileRecord> {
  // The module loads with the first CSV file, since the server does not need it to start.
  const { CsvError, parse } = await import('csv-parse')
  const chunks = text[Symbol.asyncIterator]()
  const start = await startOf(chunks)
  const hint = SEPARATOR.exec(start)
  const body = start.slice(hint?.[0].length ?? 0)
  let columns: string[] | undefined
  // An error of the parser discards pending rows, so rows are counted as they are parsed.
  const position = { row: 1, line: hint ? 2 : 1, columns: [] as readonly string[] }
  const parser = pipeline(
    Readable.from(concatenate(body, chunks)),
    parse({
      delimiter: hint?.[1] ?? delimiterOf(body),
      relax_column_count: true,
      max_record_size: MAX_ROW_LENGTH,
      // Without `columns`, the parser yields lists.
      on_record(cells: string[]) {
        if (position.columns.length === 0 && cells.some(Boolean))
          position.columns = columnNames(cells)
        position.row += 1
        position.line += 1 + lineBreaksIn(cells)
        return cells
      },
      ...(hasNulls && { cast: toCell }),
    }),
    // The loop below receives the errors of both streams.
    () => {},
  )
  let row = 0
  try {
    for await (const cells of parser as AsyncIterable<Cell[]>) {
      row += 1
      if (!cells.some(Boolean)) continue
      if (!columns) columns = columnNames(cells)
      else yield { row, ...toValues(columns, cells) }
    }
  } catch (reason) {
    throw reason instanceof CsvError ? unreadable(reason, position) : reason
  }
  if (!columns) throw new Failure('invalid', 'The file is empty.')
}

async function startOf(chunks: AsyncIterator<string>): Promise<string> {
  let start = ''
  while (start.length < START) {
    const { value, done } = await chunks.next()
    if (done) break
    start += value
  }
  return start
}

async function* concatenate(start: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  if (start !== '') yield start
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    if (next.value !== '') yield next.value
  }
}

function lineBreaksIn(cells: readonly Cell[]): number {
  let count = 0
  for (const cell of cells) {
    if (cell && /[\r\n]/.test(cell)) count += cell.match(/\r\n|\n|\r/g)?.length ?? 0
  }
  return count
}

/** Detects the delimiter: counts candidates outside quotes, in the first row only. */
export function delimiterOf(start: string): string {
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (const character of start.replace(/^[\r\n]+/, '')) {
    if (character === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (character === '\n' || character === '\r') break
    const count = counts.get(character)
    if (count !== undefined) counts.set(character, count + 1)
  }
  const [best = ','] = DELIMITERS.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  return best
}

const toCell = (text: string, { quoting }: { quoting: boolean }): Cell =>
  text === '' && !quoting ? null : text

function toValues(columns: readonly string[], cells: readonly Cell[]): Omit<FileRecord, 'row'> {
  const isFitting =
    cells.length === columns.length ||
    (cells.length > columns.length && !cells.slice(columns.length).some(Boolean))
  if (!isFitting) {
    return { problem: `has ${cells.length} cells where the first row has ${columns.length}` }
  }
  if (cells.some((cell) => cell?.includes('\0'))) return { problem: 'holds a NUL character' }
  return { values: Object.fromEntries(columns.map((name, index) => [name, cells[index]])) }
}

/** The row that the parser is reading, and the line of the file where it begins. */
interface Position {
  row: number
  line: number
  /** Empty in the first row. */
  columns: readonly string[]
}

function unreadable(reason: CsvError, { row, line, columns }: Position): Failure {
  const index = Number(reason.column)
  const column = columns[index]?.slice(0, 100) ?? `Column ${index + 1}`
  const where = `Row ${row}${line === row ? '' : ` (line ${line} of the file)`}`
  if (reason.code === 'CSV_MAX_RECORD_SIZE') {
    return new Failure(
      'too_large',
      `${where} is longer than ${MAX_ROW_LENGTH / 2 ** 20} MB. Look for a quote that is never closed, up to column “${column}”.`,
    )
  }
  const fault = FAULTS.get(reason.code) ?? 'the cell cannot be read.'
  return new Failure('invalid', `${where}, column “${column}”: ${fault}`)
}

const ADVICE =
  'Put quotes around the whole cell, and write each quote within it twice, or none at all.'
const FAULTS: ReadonlyMap<string, string> = new Map([
  ['CSV_QUOTE_NOT_CLOSED', 'a quote is opened and never closed.'],
  [
    'CSV_INVALID_CLOSING_QUOTE',
    `the cell opens with a quote and goes on after the closing one. ${ADVICE}`,
  ],
  ['INVALID_OPENING_QUOTE', `a quote follows other text. ${ADVICE}`],
])
