/** How much of a file is read to propose a mapping. */
const HEAD = 256 * 1024

export type Format = 'bucket.json' | 'csv' | 'ndjson'

/** The beginning of a file: enough to know its format and its columns. */
export interface FileHead {
  format: Format
  /** Empty for bucket.json, which needs no mapping. */
  columns: string[]
  rows: Record<string, unknown>[]
}

/**
 * Reads the beginning of a file, also of a gzipped one.
 * @throws when it is none of the formats
 */
export async function readHead(file: File): Promise<FileHead> {
  const text = await headText(file)
  const start = text.trimStart()
  if (start.startsWith('{')) {
    const rows = jsonLines(start)
    if (rows.length === 0 || 'bucket' in (rows[0] ?? {}))
      return { format: 'bucket.json', columns: [], rows: [] }
    return { format: 'ndjson', columns: columnsOf(rows), rows }
  }
  const rows = csvRows(start)
  if (rows.length === 0) throw new Error(`${file.name} has no rows that can be read.`)
  return { format: 'csv', columns: columnsOf(rows), rows }
}

async function headText(file: File): Promise<string> {
  const magic = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const isGzip = magic[0] === 0x1f && magic[1] === 0x8b
  const stream = isGzip ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream()
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (text.length < HEAD) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  // A gzip stream that is left early reports it; nobody is interested.
  await reader.cancel().catch(() => undefined)
  return text.replace(/^\uFEFF/, '')
}

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

/** Rows of a CSV text by its header. The delimiter is the likeliest of `,` `;` and tab. */
export function csvRows(text: string): Record<string, string>[] {
  const header = text.split(/\r?\n/, 1)[0] ?? ''
  const delimiter =
    [',', ';', '\t'].toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ','
  const [names = [], ...lines] = csvCells(text, delimiter)
  return lines
    .slice(0, 200)
    .filter((cells) => cells.length === names.length)
    .map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])))
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
