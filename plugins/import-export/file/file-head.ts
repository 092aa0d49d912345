import type { ImportMapping } from '@typecase/contract/import-export'
import { columnNames } from '@typecase/contract/import-files'
import { isObjectExport } from '@typecase/contract/object-export'

import { isTar, kindOfFile, sheetStart, textStart } from './file-start.ts'

/** Limits of the server in bytes: for any file, and for a bucket.json. */
const LARGEST = 900_000_000
const LARGEST_BUCKET = 64 * 2 ** 20
/** Number of rows that are read. */
const MAX_ROWS = 200

/** `export` is an export of another system, which the server recognises. */
export type Format = 'zip' | 'export' | 'bucket.json' | 'csv' | 'xlsx' | 'json' | 'ndjson'

/** The beginning of a file: enough to know its format and its columns. */
export interface FileHead {
  format: Format
  /** Empty if the file is not a table. */
  columns: string[]
  rows: Record<string, unknown>[]
  /** In a workbook with several sheets, their names and the name of the one that was read. */
  sheets?: readonly string[]
  sheet?: string
  /** Whether the server needs the key of the file. */
  isEncrypted?: boolean
  /** A note for the user on how the text was decoded. */
  notice?: string
}

/**
 * Reads the beginning of a file, which may be gzipped.
 * @param sheet the sheet of a workbook; the first one by default
 * @throws with a message for the user, if the file cannot be imported
 */
export async function readHead(file: File, sheet?: string): Promise<FileHead> {
  if (file.size === 0) throw new Error(`${file.name} is empty.`)
  if (file.size > LARGEST) throw new Error(`${file.name} is larger than 900 MB.`)
  if (ENCRYPTED.test(file.name)) return { ...EXPORT, isEncrypted: true }
  if (await isTar(file)) return EXPORT
  // The server examines the content of an archive.
  const kind = await kindOfFile(file)
  if (kind === 'zip') return { format: 'zip', columns: [], rows: [] }
  if (kind === 'workbook') return sheetHead(file, sheet)
  const { text, isWhole, notice } = await textStart(file)
  const start = text.trimStart()
  if (start === '') throw new Error(`${file.name} is empty.`)
  if (start.startsWith('<')) return EXPORT
  if (start.startsWith('[')) return listHead(file, start)
  if (start.startsWith('{')) return jsonHead(file, start, isWhole)
  return { format: 'csv', ...tableIn(file, text), ...(notice && { notice }) }
}

async function sheetHead(file: File, name: string | undefined): Promise<FileHead> {
  const { text, sheets } = await sheetStart(file, name)
  const sheet = name ?? sheets[0]
  const choice = sheets.length > 1 && sheet !== undefined ? { sheets, sheet } : {}
  return { format: 'xlsx', ...tableIn(file, text), ...choice }
}

function tableIn(file: File, text: string): Pick<FileHead, 'columns' | 'rows'> {
  const { names: columns, rows } = csvTable(text)
  if (rows.length === 0) throw new Error(`${file.name} has no rows that can be read.`)
  return { columns, rows }
}

function listHead(file: File, start: string): FileHead {
  const rows = jsonList(start)
  if (rows.length > 0) return { format: 'json', columns: columnsOf(rows), rows }
  throw new Error(`${file.name} is a JSON list without objects at its beginning.`)
}

function jsonHead(file: File, start: string, isWhole: boolean): FileHead {
  const rows = jsonLines(start)
  const [first] = rows
  if (first ? isForeign(first, rows.length) : !BUCKET_START.test(start)) return EXPORT
  if (first && !isBucket(first)) return { format: 'ndjson', columns: columnsOf(rows), rows }
  if (file.size > LARGEST_BUCKET) {
    throw new Error(`${file.name} is larger than 64 MB, the most for a bucket.json.`)
  }
  // Only the beginning of a larger file has been read. The server checks the rest.
  if (isWhole) assertBucket(file.name, start)
  return { format: 'bucket.json', columns: [], rows: [] }
}

/** The name of an encrypted Strapi export. */
const ENCRYPTED = /\.tar(?:\.gz)?\.enc$/i
const EXPORT: FileHead = { format: 'export', columns: [], rows: [] }

/** The first key of a bucket.json, even if the text is cut off. */
const BUCKET_START =
  /^\{\s*(?:\}|"(?:bucket|object_types|objects|object_type_folders|media|media_folders|id|slug|title)")/

/** Whether JSON on a line is a Sanity document, or a whole export of tables rather than one row. */
function isForeign(row: Record<string, unknown>, count: number): boolean {
  if ('_id' in row && '_type' in row) return true
  const hasTables = Object.values(row).some((value) => Array.isArray(value) && value.some(isRow))
  return count === 1 && hasTables && !isBucket(row) && !isObjectExport(Object.keys(row))
}

function assertBucket(name: string, text: string): void {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new Error(`${name} is not valid JSON: it was cut off or changed by hand.`)
  }
  if (typeof content !== 'object' || content === null || !isBucket(content)) {
    throw new Error(`${name} is not a bucket.json: it holds no object types or objects.`)
  }
}

const isBucket = (content: object) =>
  'bucket' in content || 'object_types' in content || 'objects' in content

/** Returns the complete objects of a JSON list. The last one is usually cut off. */
export function jsonList(text: string): Record<string, unknown>[] {
  const end = text.trimEnd().endsWith(']') ? text.trimEnd().length - 1 : text.length
  for (let at = end; at > 0; at = text.lastIndexOf(',', at - 1)) {
    try {
      const list = JSON.parse(`${text.slice(0, at)}]`) as unknown[]
      return list.slice(0, MAX_ROWS).filter(isRow)
    } catch {
      // The text was cut within an object, which may contain many commas.
    }
  }
  return []
}

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the lines that are complete JSON objects; the last one is usually cut off. Empty unless the first line is
 * one, because indented JSON also contains such lines.
 */
export function jsonLines(text: string): Record<string, unknown>[] {
  const rows = text.trimStart().split('\n').slice(0, MAX_ROWS).map(rowIn)
  return rows[0] ? rows.filter((row) => row !== undefined) : []
}

function rowIn(line: string): Record<string, unknown> | undefined {
  try {
    const row: unknown = JSON.parse(line)
    return isRow(row) ? row : undefined
  } catch {
    return undefined
  }
}

/** Excel's hint in the first line of a file. */
const SEPARATOR = /^"?sep=(.)"?(?:\r\n|\n|\r)/iu

/**
 * Parses a CSV text by its header, the first row that is not blank. The delimiter is the one that `sep=` names, or else
 * the likeliest of `,` `;` tab and `|`.
 */
export function csvTable(text: string): { names: string[]; rows: Record<string, string>[] } {
  const hint = SEPARATOR.exec(text)
  const body = text.slice(hint?.[0].length ?? 0).replace(/^[\r\n]+/, '')
  const [names = [], ...lines] = csvCells(body, hint?.[1] ?? delimiterOf(body)).filter((cells) =>
    cells.some((cell) => cell !== ''),
  )
  const columns = columnNames(names)
  const rows = lines
    .slice(0, MAX_ROWS)
    .filter((cells) => cells.length === columns.length)
    .map((cells) => Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ''])))
  return { names: columns, rows }
}

/** Returns the most frequent delimiter outside quotes in the first row, as the server does. */
function delimiterOf(text: string): string {
  const counts = new Map([',', ';', '\t', '|'].map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (char === '\n' || char === '\r') break
    const count = counts.get(char)
    if (count !== undefined) counts.set(char, count + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ','
}

/** Parses cells by RFC 4180: quotes enclose cells, and two quotes stand for one. */
function csvCells(text: string, delimiter: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (char === '"') isQuoted = true
    else if (char === delimiter || char === '\n') {
      rows.at(-1)?.push(cell.replace(/\r$/, ''))
      cell = ''
      if (char === '\n') rows.push([])
    } else cell += char
  }
  if (cell) rows.at(-1)?.push(cell)
  return rows.filter((cells) => cells.length > 0)
}

function columnsOf(rows: readonly Record<string, unknown>[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))]
}

/** Whether a file is a complete bucket rather than a table. */
export const isWholeBucket = ({ format }: FileHead): boolean =>
  format === 'zip' || format === 'bucket.json' || format === 'export'

/** Returns the format of a table in a mapping. A workbook is read as CSV. */
export const tableFormatOf = ({ format }: FileHead): ImportMapping['format'] =>
  format === 'xlsx' ? 'csv' : format === 'csv' || format === 'json' ? format : 'ndjson'

/** Whether a table is an export of objects with all fields, which needs no mapping. */
export const isExportOfObjects = (head: FileHead): boolean =>
  !isWholeBucket(head) && isObjectExport(head.columns)
