import { isRecord } from '@typecase/contract/field-values/value-check'

import { type ObjectVersion, parseValues } from '../../objects/model/state.ts'
import { columns, isEqual, isGroup } from '../../objects/model/state-diff.ts'

/** Stands for a value of the last import that is not stored any more. */
export const UNKNOWN = Symbol('unknown')

type Values = Readonly<Record<string, unknown>>

/** The fields of a version by name; any part of it may be `UNKNOWN`. */
export type VersionValues = Values | typeof UNKNOWN

/** A field that was changed here and in the file. */
export interface Conflict {
  field: string
  /** The value of the last import, or `UNKNOWN`. */
  importValue: unknown
  localValue: unknown
  fileValue: unknown
}

/** Decides about a conflict: true takes the value of the file. */
export type Decide = (conflict: Conflict) => boolean

export const valuesOf = (version: ObjectVersion): Values => ({
  ...Object.fromEntries(columns.map((column) => [column, version[column]])),
  metadata: parseValues(version.metadata),
})

/**
 * The value of a field after an import. What the file did not change stays as it is here, what was not changed here is taken
 * from the file, and `decide` is asked about the rest.
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

/** The version that an import leads to, field by field; values in groups one by one. */
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
  // The columns hold values of either version.
  const chosen = rest as Partial<ObjectVersion>
  return {
    ...file,
    ...chosen,
    metadata: isUnchanged ? here.metadata : JSON.stringify(metadata),
  }
}

/** The values of the last import, after one more: fields that it left alone have the values of an earlier one. */
export const baseAfter = (
  base: VersionValues,
  before: ObjectVersion,
  after: ObjectVersion,
): VersionValues =>
  combine([base, valuesOf(before), valuesOf(after)], '', (_field, [former, from, to]) =>
    isEqual(from, to) ? former : to,
  )

type Triple = readonly [unknown, unknown, unknown]

/** Puts a record together from three, leaf by leaf. */
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
