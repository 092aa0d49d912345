import { isDeepStrictEqual } from 'node:util'

import { optionsOf } from '@typecase/contract/field-values/choice'
import { isRecord } from '@typecase/contract/field-values/value-check'
import { type ValueForm, valueFormOf } from '@typecase/contract/field-types'
import type { Metafield } from '@typecase/contract/metafields'

// The text of a value in a cell of a table, one form for each kind of field. Export writes it and import reads it back:
// `readCell(writeCell(value, field), field)` is the value again.

/** The text of a cell. Null is an empty cell, '' one with nothing but quotes: `a,,b` and `a,"",b`. */
export type Cell = string | null

interface CellForm {
  /** The value of an empty pair of quotes: an editor leaves it in a cleared field. */
  readonly empty?: unknown
  /** @returns nothing for a value that a field of this kind cannot hold */
  write(value: unknown, field: Metafield | undefined): string | undefined
  /** @returns a text for a cell that `write` did not produce; the import converts it as far as possible */
  read(text: string, field: Metafield | undefined): unknown
}

/**
 * The cell for a value. A text that a spreadsheet would read as a formula gets an apostrophe in front.
 * @param field undefined for a key that is not in the object type
 */
export function writeCell(value: unknown, field: Metafield | undefined): Cell {
  if (value === undefined) return null
  const form = formOf(field)
  if ('empty' in form && isDeepStrictEqual(value, form.empty)) return ''
  if (value === null) return NULL
  if (value === '') return BLANK
  const text = form.write(value, field) ?? JSON.stringify(value)
  return typeof value === 'number' ? text : guard(text)
}

/** The value of a cell that `writeCell` wrote; undefined for an empty one. */
export function readCell(cell: Cell, field: Metafield | undefined): unknown {
  if (cell === null) return undefined
  const form = formOf(field)
  if (cell === '') return form.empty
  if (cell === NULL && form.empty !== null) return null
  if (cell === BLANK && form.empty !== '') return ''
  return form.read(unguarded(cell), field)
}

/** The value of a field whose cell was cleared. */
export const clearedValue = (field: Metafield | undefined): unknown => formOf(field).empty ?? null

const NULL = 'null'
/** An empty text in a field that is not one of texts. */
const BLANK = '""'

/** Beginnings that spreadsheets read as a formula, full-width ones too; and the text for an empty value. */
const special = /^(?:[=+\-@\t\r\n＝＋－＠]|null$)/
/** A guarded text, or one that could be mistaken for it. */
const guarded = /^'+(?:[=+\-@\t\r\n＝＋－＠]|null$)/

/** Puts an apostrophe before a text that a spreadsheet would run, and before one that looks guarded already. */
export const guard = (text: string): string =>
  special.test(text) || guarded.test(text) ? `'${text}` : text

/** The text before `guard`. */
export const unguarded = (text: string): string => (guarded.test(text) ? text.slice(1) : text)

/** The value that a text writes as JSON; any other text itself. */
function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

const asString = (value: unknown) => (typeof value === 'string' ? value : undefined)

const text: CellForm = { empty: '', write: asString, read: (written) => written }

/** A day, a choice, the name of a media, an id. */
const word: CellForm = { empty: null, write: asString, read: (written) => written }

const number: CellForm = {
  empty: null,
  write: (value) => (typeof value === 'number' ? String(value) : undefined),
  read: (written) => (String(Number(written)) === written ? Number(written) : written),
}

const toggle: CellForm = {
  empty: null,
  write: (value) => (typeof value === 'boolean' ? String(value) : undefined),
  read: (written) => (written === 'true' || written === 'false' ? written === 'true' : written),
}

/** Texts with commas, or as JSON where these would not lead back to the list. */
const list: CellForm = {
  empty: [],
  write: (value) => (Array.isArray(value) && value.every(isPlain) ? value.join(', ') : undefined),
  read(written) {
    if (written.startsWith('[')) return parseOrText(written)
    const items = written.split(', ')
    return items.every(isPlain) ? items : written
  },
}

const isPlain = (item: unknown) =>
  typeof item === 'string' && item !== '' && item.trim() === item && !/[,["]/.test(item)

/** The key of an option, or the whole option where its key would not lead back to it. */
const dropdown: CellForm = {
  empty: null,
  write(value, field) {
    const key = isRecord(value) && typeof value['key'] === 'string' ? value['key'] : ''
    const isNamed = !/^$|^\{/.test(key) && isDeepStrictEqual(optionWith(key, field), value)
    return isNamed ? key : undefined
  },
  read(written, field) {
    return written.startsWith('{') ? parseOrText(written) : (optionWith(written, field) ?? written)
  },
}

function optionWith(key: string, field: Metafield | undefined) {
  const options = optionsOf(field)
  return options.length === 0 ? { key, value: key } : options.find((option) => option.key === key)
}

/** The stored value as JSON, a text too. */
const json: CellForm = { write: (value) => JSON.stringify(value), read: parseOrText }

/** A key without a field holds any value: a text is written unquoted unless it would be parsed as another type. */
const loose: CellForm = {
  write: (value) =>
    typeof value === 'string' && parseOrText(value) === value ? value : JSON.stringify(value),
  read: parseOrText,
}

const forms: Record<ValueForm, CellForm> = {
  text,
  json,
  number,
  date: word,
  color: word,
  emoji: word,
  switch: toggle,
  option: dropdown,
  choice: word,
  choices: list,
  file: word,
  files: list,
  object: word,
  objects: list,
  // A group has a column for each field in it.
  group: json,
  rows: json,
}

const formOf = (field: Metafield | undefined): CellForm =>
  field ? forms[valueFormOf(field.type)] : loose

/** A row as RFC 4180 has it. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(toText).join(',')}\r\n`

function toText(cell: Cell): string {
  if (cell === null) return ''
  return /^$|[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
