import { type ExportedField, exportedFields } from '@typecase/contract/object-export'

import { mainStatus, parseValues, type StoredObject } from '../../model/state.ts'
import { isRecord } from '@typecase/contract/field-values/value-check'
import { type Cell, csvRow, guard, writeCell } from './cell-text.ts'
import type { ExportColumn, Leaves } from './export-columns.ts'

/** A related object in an export. */
export interface RelatedObject {
  type: string
  title: string
  slug: string
}

export type FindRelated = (id: string) => RelatedObject | undefined

/** Returns the header of the column with the titles of a relation. */
export const titlesOf = (path: string): string => `${path} (title)`

export const csvHead = (columns: readonly ExportColumn[]): string =>
  csvRow(
    columns.flatMap((column) =>
      column.keys && column.isRelation ? [column.path, titlesOf(column.path)] : [column.path],
    ),
  )

/**
 * Returns an object as a CSV row.
 * @param leaves the fields of its type
 */
export function toCsv(
  object: StoredObject,
  columns: readonly ExportColumn[],
  leaves: Leaves,
  findRelated: FindRelated,
): string {
  const values = parseValues(object.state.metadata)
  const cells = columns.flatMap((column): Cell[] => {
    if (!column.keys) return [objectCell(object, column.path)]
    const value = valueAt(values, column.keys)
    const cell = writeCell(value, leaves.get(column.path))
    if (!column.isRelation) return [cell]
    const titles = idsIn(value).map((id) => findRelated(id)?.title ?? '')
    return [cell, guard(titles.join(', ')) || null]
  })
  return csvRow(cells)
}

/** Returns an object as JSON in the form of the API, with its relations resolved. */
export function toJson(
  stored: StoredObject,
  columns: readonly ExportColumn[],
  isWhole: boolean,
  findRelated: FindRelated,
): string {
  const values = parseValues(stored.state.metadata)
  const object: Record<string, unknown> = {}
  const metadata: Record<string, unknown> = isWhole ? values : {}
  const relations: Record<string, RelatedObject> = {}
  for (const column of columns) {
    if (!column.keys) {
      object[column.path] = objectValue(stored, column.path)
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

/** Returns the ids in an object's relation columns. */
export function relatedIn({ state }: StoredObject, columns: readonly ExportColumn[]): string[] {
  const relations = columns.filter((column) => column.keys && column.isRelation)
  if (relations.length === 0) return []
  const values = parseValues(state.metadata)
  return relations.flatMap(({ keys }) => (keys ? idsIn(valueAt(values, keys)) : []))
}

/** Returns a complete object in the form that the import reads, with the published version next to a newer draft. */
export function wholeObject(object: StoredObject): Record<string, unknown> {
  const { metadata, published } = object.state
  return {
    ...Object.fromEntries(exportedFields.map((path) => [path, objectValue(object, path)])),
    metadata: parseValues(metadata),
    ...(published && { published: { ...published, metadata: parseValues(published.metadata) } }),
  }
}

function objectValue(
  { id, type, created_at, created_by, state }: StoredObject,
  path: ExportedField,
) {
  if (path === 'main_object_status') return mainStatus(state)
  return { ...state, id, type, created_at, created_by }[path]
}

function objectCell(object: StoredObject, path: ExportedField): Cell {
  const value = objectValue(object, path)
  // Only the times of a schedule are numbers. An older version accepted some that are not valid times.
  if (typeof value === 'number')
    return Number.isNaN(new Date(value).getTime()) ? String(value) : new Date(value).toISOString()
  return value ? guard(value) : null
}

export function valueAt(
  values: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): unknown {
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
  const previous = into[key]
  const group: Record<string, unknown> = isRecord(previous) ? previous : {}
  into[key] = group
  put(group, below, value)
}

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string')
