import { isDeepStrictEqual } from 'node:util'

import { optionsOf } from '@typecase/contract/field-values/choice'
import { isRecord } from '@typecase/contract/field-values/value-check'
import { type ValueForm, valueFormOf } from '@typecase/contract/field-types'
import type { Metafield } from '@typecase/contract/metafields'

// The text of a value in a table cell, in one form per kind of field. Export writes it and import reads it back:
// `readCell(writeCell(value, field), field)` returns the original value.

/** The text of a cell. Null is an empty cell, '' a cell with only quotes: `a,,b` and `a,"",b`. */
export type Cell = string | null

interface CellForm {
  /** The value for an empty pair of quotes, which an editor leaves in a cleared field. */
  readonly empty?: unknown
  /** @returns undefined for a value that a field of this kind cannot hold */
  write(value: unknown, field: Metafield | undefined): string | undefined
  /** @returns the text itself for a cell that `write` did not produce; the import converts it as far as possible */
  read(text: string, field: Metafield | undefined): unknown
}

/**
 * Returns the cell for a value. A text that a spreadsheet would interpret as a formula is prefixed with an apostrophe.
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

/** Returns the value of a cell that `writeCell` wrote; undefined for an empty cell. */
export function readCell(cell: Cell, field: Metafield | undefined): unknown {
  if (cell === null) return undefined
  const form = formOf(field)
  if (cell === '') return form.empty
  if (cell === NULL && form.empty !== null) return null
  if (cell === BLANK && form.empty !== '') return ''
  return form.read(unguard(cell), field)
}

/** Returns the value of a field whose cell was cleared. */
export const clearedValue = (field: Metafield | undefined): unknown => formOf(field).empty ?? null

const NULL = 'null'
/** An empty text in a field that does not hold texts. */
const BLANK = '""'

/** Prefixes that spreadsheets interpret as a formula, including full-width ones; and the text for null. */
const special = /^(?:[=+\-@\t\r\n＝＋－＠]|null$)/
/** A guarded text, or a text that looks like one. */
const guarded = /^'+(?:[=+\-@\t\r\n＝＋－＠]|null$)/

/** Prefixes a text with an apostrophe if a spreadsheet would run it, or if it looks guarded already. */
export const guard = (text: string): string =>
  special.test(text) || guarded.test(text) ? `'${text}` : text

/** Undoes `guard`. */
export const unguard = (text: string): string => (guarded.test(text) ? text.slice(1) : text)

/** Parses a text as JSON; returns any other text unchanged. */
function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

const asString = (value: unknown) => (typeof value === 'string' ? value : undefined)

const text: CellForm = { empty: '', write: asString, read: (raw) => raw }

/** A day, a choice, a media name, or an id. */
const word: CellForm = { empty: null, write: asString, read: (raw) => raw }

const number: CellForm = {
  empty: null,
  write: (value) => (typeof value === 'number' ? String(value) : undefined),
  read: (raw) => (String(Number(raw)) === raw ? Number(raw) : raw),
}

const toggle: CellForm = {
  empty: null,
  write: (value) => (typeof value === 'boolean' ? String(value) : undefined),
  read: (raw) => (raw === 'true' || raw === 'false' ? raw === 'true' : raw),
}

/** Comma-separated texts, or JSON if those could not be read back as the list. */
const list: CellForm = {
  empty: [],
  write: (value) => (Array.isArray(value) && value.every(isPlain) ? value.join(', ') : undefined),
  read(raw) {
    if (raw.startsWith('[')) return parseOrText(raw)
    const items = raw.split(', ')
    return items.every(isPlain) ? items : raw
  },
}

const isPlain = (item: unknown) =>
  typeof item === 'string' && item !== '' && item.trim() === item && !/[,["]/.test(item)

/** The key of an option, or the whole option if its key could not be read back as the option. */
const dropdown: CellForm = {
  empty: null,
  write(value, field) {
    const key = isRecord(value) && typeof value['key'] === 'string' ? value['key'] : ''
    const isNamed = !/^$|^\{/.test(key) && isDeepStrictEqual(optionWith(key, field), value)
    return isNamed ? key : undefined
  },
  read(raw, field) {
    return raw.startsWith('{') ? parseOrText(raw) : (optionWith(raw, field) ?? raw)
  },
}

function optionWith(key: string, field: Metafield | undefined) {
  const options = optionsOf(field)
  return options.length === 0 ? { key, value: key } : options.find((option) => option.key === key)
}

/** The stored value as JSON, even if it is a text. */
const json: CellForm = { write: (value) => JSON.stringify(value), read: parseOrText }

/**
 * A key without a field can hold any value: a text is written without quotes unless it would be parsed as another type.
 */
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

/** Returns a row in the format of RFC 4180. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(toText).join(',')}\r\n`

function toText(cell: Cell): string {
  if (cell === null) return ''
  return /^$|[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
