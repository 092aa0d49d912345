import { asText, isRecord } from '@typecase/contract/field-values/value-check'

import { isSerialized, readSerialized } from './php-values.ts'
import type { MetaEntry } from './wxr-items.ts'

/** Rows of a repeater of ACF, or of its flexible content. */
export class MetaRows {
  readonly rows: readonly ReadonlyMap<string, Meta>[]
  constructor(rows: readonly ReadonlyMap<string, Meta>[]) {
    this.rows = rows
  }
}

/** A value of post meta: a text, unserialized data, a list of the values of one key, or rows. */
export type MetaValue = string | Readonly<Record<string, unknown>> | readonly unknown[] | MetaRows

/** A value, and the key under which ACF knows its field. */
export interface Meta {
  readonly value: MetaValue
  readonly fieldKey: string | undefined
}

type Texts = ReadonlyMap<string, readonly string[]>
type FieldKeyOf = (key: string) => string | undefined

/** Key of the layout in a row of flexible content. */
const LAYOUT = 'layout'

const MAX_ROWS = 1000
const MAX_DEPTH = 5

/**
 * Reads the meta of a post. Keys with a leading `_` belong to WordPress and its plugins; they only show which other
 * keys are fields of ACF. ACF stores the number of rows under the key of a repeater, and each cell under a key such as
 * `items_0_title`.
 */
export function readMeta(entries: readonly MetaEntry[]): Map<string, Meta> {
  const texts = new Map<string, string[]>()
  for (const [key, text] of entries) {
    if (key === '') continue
    const before = texts.get(key)
    if (before) before.push(text)
    else texts.set(key, [text])
  }
  const visible = new Map([...texts].filter(([key]) => !key.startsWith('_')))
  const fieldKeyOf: FieldKeyOf = (key) =>
    texts.get(`_${key}`)?.find((one) => one.startsWith('field_'))
  return readLevel(visible, fieldKeyOf, 0)
}

/** Reads the values of a post, or of a row of a repeater. */
function readLevel(texts: Texts, fieldKeyOf: FieldKeyOf, depth: number): Map<string, Meta> {
  const cells = new Map<string, Map<number, Map<string, readonly string[]>>>()
  const read = new Map<string, Meta>()
  for (const [key, written] of texts) {
    const cell = depth < MAX_DEPTH ? cellOf(key, texts, fieldKeyOf) : undefined
    if (cell) {
      const rows = cells.get(cell.repeater) ?? new Map<number, Map<string, readonly string[]>>()
      const row = rows.get(cell.row) ?? new Map<string, readonly string[]>()
      cells.set(cell.repeater, rows.set(cell.row, row.set(cell.key, written)))
      continue
    }
    const value = valueOf(written)
    if (value !== undefined) read.set(key, { value, fieldKey: fieldKeyOf(key) })
  }
  for (const [repeater, rows] of cells) {
    const layouts = layoutsOf(texts.get(repeater)?.[0] ?? '')
    const value = new MetaRows(
      [...rows]
        .toSorted(([a], [b]) => a - b)
        .map(([n, row]) => {
          const values = readLevel(row, (key) => fieldKeyOf(`${repeater}_${n}_${key}`), depth + 1)
          const layout = layouts?.[n]
          return layout === undefined
            ? values
            : new Map([[LAYOUT, { value: layout, fieldKey: undefined }], ...values])
        }),
    )
    read.set(repeater, { value, fieldKey: fieldKeyOf(repeater) })
  }
  return read
}

/** Splits a key such as `items_0_title` into repeater, row and key, if ACF knows the repeater. */
function cellOf(
  key: string,
  texts: Texts,
  fieldKeyOf: FieldKeyOf,
): { repeater: string; row: number; key: string } | undefined {
  for (const { 0: mark, 1: digits, index } of key.matchAll(/_(\d{1,3})_(?=.)/g)) {
    const repeater = key.slice(0, index)
    const size = sizeOf(texts.get(repeater)?.[0])
    const row = Number(digits)
    if (row < size && (fieldKeyOf(repeater) ?? fieldKeyOf(key)) !== undefined)
      return { repeater, row, key: key.slice(index + mark.length) }
  }
  return undefined
}

/** Returns the number of rows; for flexible content, the number of its layouts. */
function sizeOf(text: string | undefined): number {
  if (text === undefined) return 0
  const size = /^\d{1,4}$/.test(text) ? Number(text) : (layoutsOf(text)?.length ?? 0)
  return Math.min(size, MAX_ROWS)
}

function layoutsOf(text: string): string[] | undefined {
  const value = text.startsWith('a:') ? readSerialized(text)?.value : undefined
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
  return isList ? value : undefined
}

function valueOf(texts: readonly string[]): MetaValue | undefined {
  const values = texts.filter((text) => text !== '').map(parse)
  return values.length > 1 ? values : values[0]
}

/** Parses data of PHP or JSON, or returns the text itself. */
function parse(text: string): MetaValue {
  if (isSerialized(text)) {
    const value = readSerialized(text)?.value
    // Some plugins serialize data twice.
    const inner = typeof value === 'string' ? (readSerialized(value)?.value ?? value) : value
    if (Array.isArray(inner) || isRecord(inner)) return inner
    return asText(inner) ?? text
  }
  if (!/^\s*[[{]/.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) || isRecord(value) ? value : text
  } catch {
    return text
  }
}
