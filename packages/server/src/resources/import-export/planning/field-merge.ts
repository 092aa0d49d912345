import { isRecord } from '@typecase/contract/field-values/value-check'

import { type ObjectVersion, parseValues } from '../../objects/model/state.ts'
import { columns, isEqual, isGroup } from '../../objects/model/state-diff.ts'

/** Stands for a value of the last import that is no longer stored. */
export const UNKNOWN = Symbol('unknown')

type Values = Readonly<Record<string, unknown>>

/** The fields of a version by name; any part of it may be `UNKNOWN`. */
export type VersionValues = Values | typeof UNKNOWN

/** A field that both the bucket and the file changed since the last import. */
export interface Conflict {
  field: string
  /** The value of the last import, or `UNKNOWN`. */
  importValue: unknown
  localValue: unknown
  fileValue: unknown
}

/** Resolves a conflict: true takes the file's value. */
export type Decide = (conflict: Conflict) => boolean

export const valuesOf = (version: ObjectVersion): Values => ({
  ...Object.fromEntries(columns.map((column) => [column, version[column]])),
  metadata: parseValues(version.metadata),
})

/**
 * Returns the value of a field after an import. A value that the file did not change keeps its local value, and one
 * without a local change takes the file's. `decide` resolves the rest.
 */
export function mergeValue(
  field: string,
  [importValue, localValue, fileValue]: Triple,
  decide: Decide,
) {
  if (isEqual(localValue, fileValue) || isEqual(importValue, fileValue)) return localValue
  if (isEqual(importValue, localValue)) return fileValue
  return decide({ field, importValue, localValue, fileValue }) ? fileValue : localValue
}

/** Merges a version field by field, and groups value by value. */
export function mergeVersion(
  base: VersionValues,
  here: ObjectVersion,
  file: ObjectVersion,
  decide: Decide,
): ObjectVersion {
  const valuesHere = valuesOf(here)
  const merged = combine([base, valuesHere, valuesOf(file)], '', (field, three) =>
    mergeValue(field, three, decide),
  )
  const { metadata, ...rest } = merged
  const isUnchanged = isEqual(valuesHere['metadata'], metadata)
  // Each column holds a value of one of the two versions, so its type fits.
  const mergedColumns = rest as Partial<ObjectVersion>
  return {
    ...file,
    ...mergedColumns,
    metadata: isUnchanged ? here.metadata : JSON.stringify(metadata),
  }
}

/**
 * Returns the values of the last import after another one: a field that this one left unchanged keeps the value of an
 * earlier import.
 */
export const baseAfter = (
  base: VersionValues,
  before: ObjectVersion,
  after: ObjectVersion,
): VersionValues =>
  combine([base, valuesOf(before), valuesOf(after)], '', (_field, [former, from, to]) =>
    isEqual(from, to) ? former : to,
  )

type Triple = readonly [unknown, unknown, unknown]

/** Builds a record from three, leaf by leaf. */
function combine(
  [a, b, c]: readonly [VersionValues, Values, Values],
  at: string,
  leaf: (field: string, three: Triple) => unknown,
): Values {
  const result: Record<string, unknown> = {}
  for (const key of new Set([...Object.keys(b), ...Object.keys(c)])) {
    const field = `${at}${key}`
    const three: Triple = [a === UNKNOWN ? UNKNOWN : a[key], b[key], c[key]]
    const value = isBranch(field, three) ? combine(three, `${field}.`, leaf) : leaf(field, three)
    if (value !== undefined) result[key] = value
  }
  return result
}

function isBranch(field: string, three: Triple): three is readonly [VersionValues, Values, Values] {
  const [a, b, c] = three
  const isInner = field === 'metadata' ? isRecord : isGroup
  return isInner(b) && isInner(c) && (a === UNKNOWN || isInner(a))
}
