import type { ExportedField } from '@typecase/contract/object-export'

import { parseValues } from '../metadata.ts'
import { isRecord } from '../metafield-values/value-check.ts'
import type { Status } from '../tables.ts'
import { csvRow, guard, listCell } from './csv-cells.ts'
import type { ExportColumn } from './export-columns.ts'

/** An object as the thread of an export reads it. */
export interface ExportRow {
  id: string
  type: string
  title: string
  slug: string
  status: Status
  is_published: number
  locale: string | null
  content: string
  thumbnail: string | null
  metadata: string
  publish_at: number | null
  unpublish_at: number | null
  published_at: string | null
  created_at: string
  created_by: string | null
  modified_at: string
  modified_by: string | null
}

/** What an export tells of an object that another one points at. */
export interface Related {
  type: string
  title: string
  slug: string
}

export type FindRelated = (id: string) => Related | undefined

/** What stands above the column with the titles of a relation. */
export const titlesOf = (path: string): string => `${path} (title)`

export const csvHead = (columns: readonly ExportColumn[]): string =>
  csvRow(
    columns.flatMap((column) =>
      column.keys && column.isRelation ? [column.path, titlesOf(column.path)] : [column.path],
    ),
  )

/** An object as a row of CSV. */
export function toCsv(
  row: ExportRow,
  columns: readonly ExportColumn[],
  findRelated: FindRelated,
): string {
  const values = parseValues(row.metadata)
  const cells = columns.flatMap((column) => {
    if (!column.keys) return [ownCell(row, column.path)]
    const value = valueAt(values, column.keys)
    const cell = valueCell(value)
    if (!column.isRelation) return [cell]
    const titles = idsIn(value).map((id) => findRelated(id)?.title ?? '')
    return [cell, guard(titles.join(', '))]
  })
  return csvRow(cells)
}

/** An object as JSON, in the form of the API; with what its relations point at beside it. */
export function toJson(
  row: ExportRow,
  columns: readonly ExportColumn[],
  isWhole: boolean,
  findRelated: FindRelated,
): string {
  const values = parseValues(row.metadata)
  const object: Record<string, unknown> = {}
  const metadata: Record<string, unknown> = isWhole ? values : {}
  const relations: Record<string, Related> = {}
  for (const column of columns) {
    if (!column.keys) {
      object[column.path] = ownValue(row, column.path)
      continue
    }
    const value = valueAt(values, column.keys)
    if (!isWhole) put(metadata, column.keys, value)
    for (const id of column.isRelation ? idsIn(value) : []) {
      const related = findRelated(id)
      if (related) relations[id] = related
    }
  }
  const hasMetadata = isWhole || Object.keys(metadata).length > 0
  return JSON.stringify({
    ...object,
    ...(hasMetadata && { metadata }),
    ...(Object.keys(relations).length > 0 && { relations }),
  })
}

function ownValue(row: ExportRow, path: ExportedField): unknown {
  if (path === 'main_object_status') return row.is_published === 1 ? 'published' : 'draft'
  return row[path]
}

const times: readonly string[] = ['publish_at', 'unpublish_at']

function ownCell(row: ExportRow, path: ExportedField): string {
  const value = ownValue(row, path)
  if (typeof value === 'number' && times.includes(path)) return new Date(value).toISOString()
  return valueCell(value)
}

/** A value in a cell, so that import reads it back. */
function valueCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return guard(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return guard(listCell(value))
  // A select-dropdown holds both, and import understands the key.
  if (isRecord(value) && typeof value['key'] === 'string' && 'value' in value) {
    return guard(value['key'])
  }
  return guard(JSON.stringify(value))
}

function valueAt(values: Readonly<Record<string, unknown>>, keys: readonly string[]): unknown {
  let value: unknown = values
  for (const key of keys) {
    if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

function put(into: Record<string, unknown>, keys: readonly string[], value: unknown): void {
  const [key = '', ...below] = keys
  if (value === undefined) return
  if (below.length === 0) {
    into[key] = value
    return
  }
  const known = into[key]
  const group: Record<string, unknown> = isRecord(known) ? known : {}
  into[key] = group
  put(group, below, value)
}

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string')
