import { PUBLISHED_PREFIX } from '@typecase/contract/field-changes'

import { mainStatus, type ObjectState, type ObjectVersion, parseValues } from './state.ts'
import { isRecord } from '@typecase/contract/field-values/value-check'

/** A field's values before and after; long texts are shortened around the difference. */
export interface ChangedField {
  field: string
  before: unknown
  after: unknown
}

export const columns = [
  'title',
  'slug',
  'locale',
  'thumbnail',
  'publish_at',
  'unpublish_at',
  'content',
] as const

/** Returns the differences between two states of an object field by field, except for author and time. */
export function changedFields(before: ObjectState, after: ObjectState): ChangedField[] {
  const changes: ChangedField[] = []
  compare(before, after, (field, from, to) => {
    if (!isEqual(from, to)) changes.push({ field, ...excerpts(from, to) })
  })
  return changes
}

/**
 * Returns the names of the fields that differ; differences within groups and rows count for the field that contains
 * them.
 */
export function changedFieldNames(before: ObjectState, after: ObjectState): string[] {
  const names = new Set<string>()
  compare(before, after, (field, from, to) => {
    const [name = field] = /^(published\.)?(metadata\.[^.]+|[^.]+)/.exec(field) ?? []
    if (!isEqual(from, to)) names.add(name)
  })
  return [...names]
}

/** Returns the number of fields that differ. */
export function countChangedFields(before: ObjectState, after: ObjectState): number {
  let count = 0
  compare(before, after, (_field, from, to) => {
    if (!isEqual(from, to)) count += 1
  })
  return count
}

function compare(before: ObjectState, after: ObjectState, add: Add): void {
  add('deleted', before.deleted_at !== null, after.deleted_at !== null)
  add('status', before.status, after.status)
  // Shows whether the published version next to a draft was added or removed.
  if (before.status === after.status) {
    add('main_object_status', mainStatus(before), mainStatus(after))
  }
  compareVersions(before, after, add)
  // The published version under a draft differs if a bulk change writes both.
  if (before.published && after.published) {
    compareVersions(before.published, after.published, (field, from, to) =>
      add(PUBLISHED_PREFIX + field, from, to),
    )
  }
}

function compareVersions(before: ObjectVersion, after: ObjectVersion, add: Add): void {
  for (const column of columns) add(column, before[column], after[column])
  if (before.metadata !== after.metadata) {
    addValues('metadata', parseValues(before.metadata), parseValues(after.metadata), add)
  }
}

type Add = (field: string, from: unknown, to: unknown) => void
type Values = Record<string, unknown>

/** Compares values by key: groups value by value, and rows value by value if their number is unchanged. */
function addValues(at: string, before: Values, after: Values, add: Add): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [before[key], after[key]]
    const path = `${at}.${key}`
    if (at !== 'metadata' || isEqual(from, to)) add(path, from, to)
    else if (isGroup(from) && isGroup(to)) addValues(path, from, to, add)
    else if (areRows(from) && areRows(to) && from.length === to.length) {
      for (const [index, row] of from.entries()) {
        addValues(`${path}.${index}`, row, to[index] ?? {}, add)
      }
    } else add(path, from, to)
  }
}

/** Whether a value is a group. A choice is stored with its key, but is a single value. */
export const isGroup = (value: unknown): value is Values =>
  isRecord(value) && !(Object.keys(value).length === 2 && 'key' in value && 'value' in value)

const areRows = (value: unknown): value is Values[] =>
  Array.isArray(value) && value.every((row) => isRecord(row))

/** Whether two JSON values are the same; a missing value counts as null. */
export function isEqual(before: unknown, after: unknown): boolean {
  const [a, b] = [before ?? null, after ?? null]
  if (a === b) return true
  // Comparing long texts directly is far faster than serializing them first.
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b)
}

/** Maximum length of a displayed value, and the number of characters before the difference. */
const MAX_VALUE_LENGTH = 400
const AHEAD = 100

/** Returns two values, or the text around the difference if they are long. */
export function excerpts(before: unknown, after: unknown): Omit<ChangedField, 'field'> {
  const [from, to] = [displayValue(before), displayValue(after)]
  if (sizeOf(from) <= MAX_VALUE_LENGTH && sizeOf(to) <= MAX_VALUE_LENGTH)
    return { before: from, after: to }
  const [a, b] = [asText(from), asText(to)]
  let same = 0
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1
  const start = Math.max(0, same - AHEAD)
  return { before: cut(a, start), after: cut(b, start) }
}

const displayValue = (value: unknown) => value ?? null
const asText = (value: unknown) =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
const sizeOf = (value: unknown) => asText(value).length

function cut(text: string, start: number): string {
  const end = start + MAX_VALUE_LENGTH
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}
