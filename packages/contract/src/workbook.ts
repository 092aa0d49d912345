import { encodingOf } from './import-files.ts'
import { columnOf, type NumberKind, numberKind, numberText, unescape } from './workbook-cells.ts'
import { attribute, type XmlToken, xmlTokens } from './xml-tokens.ts'
import { type ZipPart, zipParts } from './zip-parts.ts'

/** A workbook (.xlsx) whose sheets are read as tables. */
export interface Workbook {
  /** Names of its visible sheets, in their order. */
  readonly sheets: readonly string[]
  /**
   * A sheet as CSV: days as `2026-01-31`, times in UTC, formulas as their stored results.
   * @param sheet its name; the first one by default
   * @throws Error for a sheet that the workbook does not have, or one that is damaged
   */
  csv(sheet?: string): AsyncGenerator<string>
}

/** Limits and callbacks for reading a workbook. */
export interface WorkbookReading {
  /** Maximum size of its files unpacked, in bytes. */
  readonly limit: number
  /** Receives a message for everything that is left out. */
  warn?(message: string): void
  /** @param share of the file read so far, up to 1 */
  onRead?(share: number): void
}

/** The error for a workbook that cannot be read. Its message is for the user. */
export class WorkbookError extends Error {}

const MAX_ROWS = 2 ** 20
const MAX_COLUMNS = 2 ** 14
/** Number of characters to yield at once. */
const PIECE = 64 * 1024

const nameOf = attribute('name')
const idOf = attribute('id')
const stateOf = attribute('state')
const date1904Of = attribute('date1904')
const linkIdOf = attribute('Id')
const linkTypeOf = attribute('Type')
const targetOf = attribute('Target')
const formatOf = attribute('numFmtId')
const codeOf = attribute('formatCode')
const placeOf = attribute('r')
const typeOf = attribute('t')
const styleOf = attribute('s')

/**
 * Opens a workbook. Memory holds its shared texts, and one row of a sheet at a time.
 * @throws WorkbookError if it is damaged, encrypted or too large
 */
export async function openWorkbook(file: Blob, reading: WorkbookReading): Promise<Workbook> {
  try {
    return await open(file, reading)
  } catch (reason) {
    throw asWorkbookError(reason)
  }
}

async function open(file: Blob, reading: WorkbookReading): Promise<Workbook> {
  const parts = await zipParts(file)
  const { read, sizeOf } = textsOf(parts, reading)
  const [root] = await linksIn(read, '_rels/.rels', '')
  const book = root?.path ?? ''
  const links = await linksIn(read, book.replace(/[^/]*$/, '_rels/$&.rels'), book)
  const pathOf = (kind: string) => links.find((link) => link.kind === kind)?.path ?? ''

  let is1904 = false
  const all: { name: string; path: string; isVisible: boolean }[] = []
  for await (const tag of tagsOf(read(book))) {
    if (tag.name === 'workbookPr') is1904 = /^(?:1|true)$/.test(date1904Of(tag.source))
    if (tag.name !== 'sheet') continue
    const link = links.find((one) => one.id === idOf(tag.source) && one.kind === 'worksheet')
    if (link)
      all.push({
        name: nameOf(tag.source),
        path: link.path,
        isVisible: !/hidden/i.test(stateOf(tag.source)),
      })
  }
  const visible = all.filter(({ isVisible }) => isVisible)
  const sheets = visible.length > 0 ? visible : all
  if (sheets.length === 0) throw new WorkbookError('The workbook has no sheet.')

  return {
    sheets: sheets.map((sheet) => sheet.name),
    csv: (name = sheets[0]?.name) => withReasons(csv(name)),
  }

  async function* csv(name: string | undefined) {
    const sheet = all.find((one) => one.name === name)
    if (!sheet) {
      const names = sheets.map((one) => one.name).join(', ')
      throw new WorkbookError(`The workbook has no sheet “${name}”. It has: ${names}.`)
    }
    const kinds = await kindsIn(read(pathOf('styles')))
    const strings = await stringsIn(read(pathOf('sharedStrings')))
    const source = read(sheet.path, (done) => reading.onRead?.(done / sizeOf(sheet.path)))
    yield* csvOf(rowsIn(source, { strings, kinds, is1904 }, reading), reading)
  }
}

type TextReader = ReturnType<typeof textsOf>['read']

/**
 * Reads the files of a workbook as texts. An empty path gives no text. All files together must not exceed the limit.
 */
function textsOf(parts: ReadonlyMap<string, ZipPart>, { limit }: WorkbookReading) {
  let total = 0
  return {
    sizeOf: (path: string) => parts.get(path)?.size ?? 1,
    async *read(path: string, onRead?: (bytes: number) => void): AsyncGenerator<string> {
      let [decoder, size]: [TextDecoder | undefined, number] = [undefined, 0]
      if (path === '') return
      const part = parts.get(path)
      if (!part) throw new Error(`The workbook has no ${path}.`)
      for await (const bytes of part.bytes()) {
        size += bytes.length
        total += bytes.length
        if (total > limit)
          throw new WorkbookError(
            `The workbook is larger than ${Math.floor(limit / 2 ** 20)} MB unpacked.`,
          )
        onRead?.(size)
        decoder ??= new TextDecoder(encodingOf(bytes))
        yield decoder.decode(bytes, { stream: true })
      }
    },
  }
}

async function* tagsOf(text: AsyncIterable<string>): AsyncGenerator<XmlToken> {
  for await (const tokens of xmlTokens(text))
    for (const token of tokens) if (token.kind === 'open') yield token
}

/** Reads the relationships from one part of a workbook to others. */
async function linksIn(read: TextReader, path: string, from: string) {
  const links: { id: string; kind: string; path: string }[] = []
  const folder = from.replace(/[^/]*$/, '')
  for await (const tag of tagsOf(read(path))) {
    if (tag.name !== 'Relationship') continue
    const kind = linkTypeOf(tag.source).replace(/^.*\//, '')
    const to = new URL(targetOf(tag.source), `zip://zip/${folder}`).pathname.slice(1)
    const link = { id: linkIdOf(tag.source), kind, path: decodeURIComponent(to) }
    if (kind === 'officeDocument') links.unshift(link)
    else links.push(link)
  }
  return links
}

/** Reads the kind of number that each cell style shows. */
async function kindsIn(text: AsyncIterable<string>): Promise<NumberKind[]> {
  const codes = new Map<number, string>()
  const ids: number[] = []
  let list = ''
  for await (const tokens of xmlTokens(text))
    for (const { kind, name: tag, source } of tokens) {
      if (tag === 'numFmts' || tag === 'cellXfs') list = kind === 'open' ? tag : ''
      if (kind !== 'open') continue
      if (list === 'numFmts' && tag === 'numFmt')
        codes.set(Number(formatOf(source)), codeOf(source))
      if (list === 'cellXfs' && tag === 'xf') ids.push(Number(formatOf(source)))
    }
  return ids.map((format) => numberKind(format, codes.get(format)))
}

/**
 * Reads the texts that cells refer to. Parts with different formats form one text; pronunciation hints are left out.
 */
async function stringsIn(text: AsyncIterable<string>): Promise<string[]> {
  const strings: string[] = []
  let words = ''
  let [isText, isPhonetic] = [false, false]
  for await (const tokens of xmlTokens(text))
    for (const { kind, name: tag, source } of tokens) {
      if (kind === 'text') words += isText && !isPhonetic ? source : ''
      else if (tag === 't') isText = kind === 'open'
      else if (tag === 'rPh') isPhonetic = kind === 'open'
      else if (tag === 'si' && kind === 'open') words = ''
      else if (tag === 'si') strings.push(unescape(words))
    }
  return strings
}

interface Sheet {
  readonly strings: readonly string[]
  readonly kinds: readonly NumberKind[]
  readonly is1904: boolean
}

/** Yields the rows of a sheet in order, including blank ones. */
async function* rowsIn(
  text: AsyncIterable<string>,
  sheet: Sheet,
  { warn = () => undefined }: WorkbookReading,
): AsyncGenerator<readonly string[]> {
  let [row, column] = [0, 0]
  let cells: string[] = []
  let [cell, words] = ['', '']
  let [isRead, isPhonetic, isFormula, isWhole] = [false, false, false, false]
  for await (const tokens of xmlTokens(text)) {
    for (const { kind, name: tag, source } of tokens) {
      if (kind === 'text') {
        if (isRead && !isPhonetic) words += source
      } else if (tag === 'v' || tag === 't') isRead = kind === 'open'
      else if (tag === 'rPh') isPhonetic = kind === 'open'
      else if (tag === 'f') isFormula = true
      else if (tag === 'c' && kind === 'open') {
        cell = source
        column = columnOf(placeOf(source)) ?? column
        words = ''
        isFormula = false
      } else if (tag === 'c') {
        const value = valueOf(cell, words, sheet)
        if (value === undefined) warn('Cells with an error, such as #N/A, are left empty.')
        // Only the result of a text formula may be empty.
        if (isFormula && words === '' && typeOf(cell) !== 'str')
          warn(
            'Formulas without a result are left empty. Save the workbook in a spreadsheet and import it again.',
          )
        if (column < MAX_COLUMNS && value) cells[column] = value
        column += 1
      } else if (tag === 'row' && kind === 'open') {
        const number = Number(placeOf(source) || row + 1)
        if (!(number > row && number <= MAX_ROWS))
          throw new WorkbookError('The rows of the sheet are in no order. It is damaged.')
        for (row += 1; row < number; row += 1) yield []
        column = 0
        cells = []
      } else if (tag === 'row') yield cells
      else if (tag === 'sheetData') isWhole = kind === 'close'
    }
    // The table ends with the rows.
    if (isWhole) return
  }
  throw new WorkbookError('The sheet was cut off.')
}

/** Returns a cell as text, or undefined for an error. */
function valueOf(cell: string, words: string, { strings, kinds, is1904 }: Sheet) {
  switch (typeOf(cell)) {
    case 's':
      return words === '' ? '' : (strings[Number(words)] ?? '')
    case 'b':
      return words === '' ? '' : /^(?:1|true)$/i.test(words) ? 'true' : 'false'
    case 'e':
      return undefined
    case 'str':
    case 'inlineStr':
      return unescape(words)
    case 'd':
      return words
    default: {
      const number = Number(words)
      return words.trim() === '' || !Number.isFinite(number)
        ? words
        : numberText(number, kinds[Number(styleOf(cell))] ?? 'number', is1904)
    }
  }
}

/**
 * Yields rows as CSV, many at once. Every cell with a text is quoted. The first row with a text sets the number of
 * columns.
 */
async function* csvOf(
  rows: AsyncIterable<readonly string[]>,
  { warn = () => undefined }: WorkbookReading,
): AsyncGenerator<string> {
  let piece = ''
  let width = 0
  for await (const cells of rows) {
    width ||= cells.length
    if (cells.length > width) warn('Cells to the right of the last named column are left out.')
    // `cells` is sparse.
    for (let column = 0; column < width; column += 1) {
      const text = cells[column]
      if (column > 0) piece += ','
      if (text !== undefined) piece += `"${text.replaceAll('"', '""')}"`
    }
    piece += '\n'
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

async function* withReasons<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items
  } catch (reason) {
    throw asWorkbookError(reason)
  }
}

const asWorkbookError = (reason: unknown): unknown =>
  // A cancelled read is not the fault of the file.
  reason instanceof WorkbookError || !(reason instanceof Error || reason instanceof DOMException)
    ? reason
    : new WorkbookError('The workbook is damaged, was cut off or is encrypted.')
