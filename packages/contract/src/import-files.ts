/** Formats of an import, for the error message of any other file. */
export const ACCEPTED_FILES =
  'An import takes the zip of an export, an Excel workbook (.xlsx), or bucket.json, CSV, JSON and NDJSON files, gzipped or not.'

const SAVE_AS_CSV = 'Save it as .xlsx or CSV (UTF-8) and import that.'

/** Number of bytes at the start of a file that identify its kind. */
export const FILE_START = 512
/** Number of bytes at the end of a zip that contain the file names of an office document. */
export const FILE_END = 64 * 1024

type Kind = readonly [name: string, pattern: string | RegExp, advice?: string]

// The bytes are read as Latin-1 characters.
const XML = /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!doctype|rss\b|[a-z][\w:.-]*\s[^>]*xmlns)/i

const STARTS: readonly Kind[] = [
  ['a zip archive without anything in it', 'PK\x05\x06'],
  ['a PNG image', '\x89PNG'],
  ['a JPEG image', '\xff\xd8\xff'],
  ['a GIF image', 'GIF8'],
  ['a PDF', '%PDF'],
  ['a SQLite database', 'SQLite format 3\0'],
  ['a text document (RTF)', '{\\rtf'],
  [
    'a file with a password, or of an old Office program, such as an Excel workbook (.xls)',
    '\xd0\xcf\x11\xe0',
    SAVE_AS_CSV,
  ],
  [
    'an Excel workbook in XML',
    /^(?:\xef\xbb\xbf)?\s*<\?xml.*urn:schemas-microsoft-com:office:spreadsheet/s,
    SAVE_AS_CSV,
  ],
  [
    'an HTML page',
    /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body|table|meta)\b/i,
    'If it shows a table, open it in a spreadsheet, save it as .xlsx or CSV (UTF-8) and import that.',
  ],
  ['an XML file', XML],
]

/** Zip-based documents that are recognised by their first file. */
const ZIP_STARTS: readonly Kind[] = [
  [
    'an OpenDocument spreadsheet',
    /^.{30}mimetype.*application\/vnd\.oasis\.opendocument\.spreadsheet/s,
    SAVE_AS_CSV,
  ],
  ['an OpenDocument file', /^.{30}mimetype.*application\/vnd\.oasis\./s],
  ['an e-book (EPUB)', /^.{30}mimetype.*application\/epub/s],
]

/** Zip-based documents that are recognised by the names of their files. */
const ZIP_ENDS: readonly Kind[] = [
  ['a binary Excel workbook (.xlsb)', /xl\/workbook\.bin/, SAVE_AS_CSV],
  ['a Word document', /word\/document\.xml/],
  ['a PowerPoint presentation', /ppt\/presentation\.xml/],
  ['a Numbers spreadsheet', /Index\/CalculationEngine[\w-]*\.iwa/, SAVE_AS_CSV],
]

/**
 * Detects the encoding of a text by its byte order mark, which Excel writes for “Unicode Text”. The default is UTF-8.
 */
export function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/**
 * Returns the names of a table's columns, given its first row. A missing name becomes `Column 2`, and a repeated one
 * gets a number: `Name (2)`.
 */
export function columnNames(cells: readonly (string | null)[]): string[] {
  const titles = cells.map((cell, index) => cell?.trim() || `Column ${index + 1}`)
  const names = new Set(titles)
  const counts = new Map<string, number>()
  return titles.map((title) => {
    let count = (counts.get(title) ?? 0) + 1
    if (count === 1) {
      counts.set(title, count)
      return title
    }
    while (names.has(`${title} (${count})`)) count += 1
    counts.set(title, count)
    const name = `${title} (${count})`
    names.add(name)
    return name
  })
}

/** Whether a file is a zip archive. @param start its first bytes as Latin-1 */
export const isZipStart = (start: string): boolean => start.startsWith('PK\x03\x04')

/** Whether a zip is an Excel workbook, which is read as a table. @param end bytes as Latin-1 */
export const isWorkbookEnd = (end: string): boolean => /xl\/workbook\d*\.xml/.test(end)

/**
 * Whether a file may be an export in XML. Only the code that reads such exports knows for certain. @param start bytes
 * as Latin-1
 */
export const isXml = (start: string): boolean =>
  XML.test(start) && !/^.{0,20}<!doctype html/is.test(start)

/**
 * Returns the name of a file format that imports do not accept, with advice: “an Excel workbook. Save it as …”.
 * @param start bytes as Latin-1
 * @param end the last bytes of a zip; '' for other files
 */
export function foreignFile(start: string, end: string): string | undefined {
  const kind = isZipStart(start)
    ? (find(ZIP_STARTS, start) ?? find(ZIP_ENDS, end))
    : find(STARTS, start)
  return kind && `${kind[0]}. ${kind[2] ?? ACCEPTED_FILES}`
}

const find = (kinds: readonly Kind[], bytes: string) =>
  kinds.find(([, pattern]) =>
    typeof pattern === 'string' ? bytes.startsWith(pattern) : pattern.test(bytes),
  )
