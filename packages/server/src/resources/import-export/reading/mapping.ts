import { type CellFormat, readCell } from '@typecase/contract/cell-formats'
import type { ImportColumn, ImportMapping } from '@typecase/contract/import-export'
import type { ErrorDetail } from '@typecase/contract/errors'
import { forbiddenKeys, metafieldKey, metafieldTypes } from '@typecase/contract/metafields'
import { isForbiddenKey } from '@typecase/content-query/fields'
import { typeSlug } from '@typecase/contract/slugs'

import { unguard } from '../../objects/queries/export/cell-text.ts'
import { METADATA } from '../../objects/queries/export/export-columns.ts'
import { isRecord } from '@typecase/contract/field-values/value-check'
import type { ObjectValues, RawObject } from './staged-object.ts'

/** A row of a file: its values by column, or the error that makes it unreadable. */
export interface FileRecord {
  /** Counted from 1: the line of NDJSON, the row of a spreadsheet (the header is row 1). */
  row: number
  values?: Readonly<Record<string, unknown>>
  problem?: string
}

/** Fields of an object that a column may fill. */
const targets = [
  'title',
  'slug',
  'content',
  'status',
  'locale',
  'thumbnail',
  'publish_at',
  'unpublish_at',
  'published_at',
  'created_at',
  'modified_at',
] as const
type Target = (typeof targets)[number]

const isKey = metafieldKey()
const isTypeSlug = typeSlug()
/** Types that a column cannot fill: they have child fields. */
const groups: readonly string[] = ['parent', 'repeater']

/** Returns the key of the metafield that a column fills, dotted within a group; undefined for an object's own field. */
export const keyOf = ({ to }: ImportColumn): string | undefined =>
  to?.startsWith(METADATA) ? to.slice(METADATA.length) : undefined

/** Returns the problems of a mapping that its schema cannot find. */
export function mappingErrors(mapping: ImportMapping): ErrorDetail[] {
  const { columns } = mapping
  const errors: ErrorDetail[] = []
  const fail = (path: string, words: string) =>
    errors.push({ path: `mapping.${path}`, message: `mapping.${path} ${words}` })

  if (!isTypeSlug.allows(mapping.object_type)) fail('object_type', 'must be an object type slug')
  const seen = new Set<string>()
  for (const [index, { to, type }] of columns.entries()) {
    if (to === null) continue
    const at = `columns.${index}`
    const key = to.startsWith(METADATA) ? to.slice(METADATA.length) : undefined
    if (key === undefined && !targets.some((target) => target === to)) {
      fail(`${at}.to`, `must be metadata.<key> or one of ${targets.join(', ')}`)
    }
    const [first = '', ...below] = key?.split('.') ?? []
    if (key !== undefined && ![first, ...below].every((part) => isKey.allows(part))) {
      fail(`${at}.to`, 'must name a key of letters, digits, _ and -, not starting with a digit')
    }
    if (below.length > 1) fail(`${at}.to`, 'must name a key, or one within a group')
    // The reserved keys `id`, `slug` and `title` are allowed here, because data from elsewhere has such keys.
    if (forbiddenKeys.includes(first)) fail(`${at}.to`, `uses the reserved key ${first}`)
    if (below.some(isForbiddenKey)) fail(`${at}.to`, `uses the reserved key ${below.join('.')}`)
    if (seen.has(to)) fail(`${at}.to`, 'is filled by another column already')
    seen.add(to)
    if (type !== undefined && (groups.includes(type) || !metafieldTypes.some((t) => t === type))) {
      fail(`${at}.type`, 'must be the type of a field that holds one value')
    }
  }
  if (!seen.has('title')) fail('columns', 'must hold one for the title')
  if (mapping.match_by !== undefined && !seen.has(mapping.match_by)) {
    fail('match_by', 'must be what one of the columns fills')
  }
  return errors
}

/**
 * Converts a row of a file to an object's fields and values. Checks nothing but the formats of its columns.
 * @param fail receives the field and error of a cell that is not in the format of its column
 */
export function mapRecord(
  mapping: ImportMapping,
  { values = {} }: FileRecord,
  fail: (path: string, message: string) => void,
): { raw: RawObject } & ObjectValues {
  const objectValues: Partial<Record<Target, unknown>> = {}
  const metadata: Record<string, unknown> = {}
  const cells: Record<string, unknown> = {}
  for (const column of mapping.columns) {
    const { to, format } = column
    if (to === null) continue
    const cell = valueAt(values, column.from)
    const text = mapping.is_guarded && typeof cell === 'string' ? unguard(cell) : cell
    const parts = splitUp(text, column.split)
    const value = format ? inFormat(parts, format, (message) => fail(to, message)) : parts
    if (value === undefined) continue
    const key = keyOf(column)
    if (key === undefined) objectValues[to as Target] = value
    else {
      put(metadata, key, value)
      cells[METADATA + key] = column.split || format ? value : cell
    }
  }
  const { status, locale = null } = mapping
  return {
    raw: {
      ...objectValues,
      type: mapping.object_type,
      status: objectValues.status ?? status,
      locale: objectValues.locale ?? locale,
    },
    values: metadata,
    ...(mapping.is_guarded && { cells, isExact: true }),
  }
}

function put(into: Record<string, unknown>, path: string, value: unknown): void {
  const [key = '', below] = path.split('.')
  if (below === undefined) into[key] = value
  else {
    const group = into[key]
    into[key] = { ...(isRecord(group) && group), [below]: value }
  }
}

/** Returns the value in a column: by its whole name, or else along the dots. */
export function valueAt(values: Readonly<Record<string, unknown>>, from: string): unknown {
  if (Object.hasOwn(values, from)) return values[from]
  let value: unknown = values
  for (const key of from.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

const FORMATS: Readonly<Record<CellFormat, string>> = {
  decimal_comma: 'a number with a decimal comma',
  decimal_point: 'a number with a decimal point',
  day_first: 'a day such as 20.11.2026',
  month_first: 'a day such as 11/20/2026',
  yes_no: 'a yes or a no',
}

/**
 * Reads a cell, or each of its parts, in the format of its column. A value in another format is an error, not a guess.
 */
function inFormat(value: unknown, format: CellFormat, fail: (message: string) => void): unknown {
  if (Array.isArray(value)) return value.map((part: unknown) => inFormat(part, format, fail))
  if (typeof value !== 'string' || value.trim() === '') return value
  const read = readCell(value, format)
  if (read === undefined) fail(`must be ${FORMATS[format]}, not “${value.slice(0, 100)}”`)
  return read
}

function splitUp(value: unknown, separator: string | undefined): unknown {
  if (!separator || typeof value !== 'string') return value
  return value
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
