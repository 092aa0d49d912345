import { assertText, isZip, textStart } from './file-start.ts'

/** Bytes that the server takes, and of them as a bucket.json. */
const LARGEST = 900_000_000
const LARGEST_BUCKET = 64 * 2 ** 20

export type Format = 'zip' | 'bucket.json' | 'csv' | 'ndjson'

/** The beginning of a file: enough to know its format and its columns. */
export interface FileHead {
  format: Format
  /** Empty for bucket.json and the zip with one, which need no mapping. */
  columns: string[]
  rows: Record<string, unknown>[]
}

/**
 * Reads the beginning of a file, also of a gzipped one.
 * @throws in words for the user, when it is nothing that can be imported
 */
export async function readHead(file: File): Promise<FileHead> {
  if (file.size === 0) throw new Error(`${file.name} is empty.`)
  if (file.size > LARGEST) throw new Error(`${file.name} is larger than 900 MB.`)
  // The server looks at what it holds.
  if (await isZip(file)) return { format: 'zip', columns: [], rows: [] }
  await assertText(file)
  const { text, isWhole } = await textStart(file)
  const start = text.trimStart()
  if (start === '') throw new Error(`${file.name} is empty.`)
  if (start.startsWith('[')) {
    throw new Error(
      `${file.name} is a JSON list. Save it as NDJSON: one object a line, without brackets and commas.`,
    )
  }
  if (start.startsWith('{')) return jsonHead(file, start, isWhole)
  const { names, rows } = csvTable(start)
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`Two columns of ${file.name} are named “${twice}”.`)
  if (rows.length === 0) throw new Error(`${file.name} has no rows that can be read.`)
  return { format: 'csv', columns: names, rows }
}

function jsonHead(file: File, start: string, isWhole: boolean): FileHead {
  const rows = jsonLines(start)
  const [first] = rows
  if (first && !isBucket(first)) return { format: 'ndjson', columns: columnsOf(rows), rows }
  if (file.size > LARGEST_BUCKET) {
    throw new Error(`${file.name} is larger than 64 MB, the most for a bucket.json.`)
  }
  // Of a larger file only the beginning is here: the server reads the rest.
  if (isWhole) assertBucket(file.name, start)
  return { format: 'bucket.json', columns: [], rows: [] }
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

/** The lines that are whole JSON objects: the last one is usually cut. */
export function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .slice(0, 200)
    .flatMap((line): Record<string, unknown>[] => {
      try {
        const row: unknown = JSON.parse(line)
        return typeof row === 'object' && row !== null && !Array.isArray(row)
          ? [row as Record<string, unknown>]
          : []
      } catch {
        return []
      }
    })
}

/** Rows of a CSV text by its header. The delimiter is the likeliest of `,` `;` tab and `|`. */
export function csvTable(text: string): { names: string[]; rows: Record<string, string>[] } {
  const [names = [], ...lines] = csvCells(text, delimiterOf(text))
  const columns = names.map((name, index) => name.trim() || `Column ${index + 1}`)
  const rows = lines
    .slice(0, 200)
    .filter((cells) => cells.length === columns.length && cells.some((cell) => cell !== ''))
    .map((cells) => Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ''])))
  return { names: columns, rows }
}

/** Counted outside quotes, in the first row only, as the server does. */
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

/** RFC 4180: quotes around cells, two quotes for one. */
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

/** Whether a file is a bucket as it is, and no table whose columns have to be mapped. */
export const isWholeBucket = ({ format }: FileHead): boolean =>
  format === 'zip' || format === 'bucket.json'
