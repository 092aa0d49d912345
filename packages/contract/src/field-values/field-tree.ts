import type { Metafield } from '../metafields.ts'

import { isRecord } from './value-check.ts'

/** The fields of a group, or of the rows of a repeater, which may have them as `children` in data of older clients. */
export const innerFields = ({
  type,
  children,
  repeater_fields: rows,
}: Pick<Metafield, 'type' | 'children' | 'repeater_fields'>): readonly Metafield[] =>
  (type === 'repeater' ? (rows ?? children) : children) ?? []

/** Fields at every level, each as the path of fields that leads to it: groups and repeaters first, itself last. */
export const fieldPaths = (
  fields: readonly Metafield[],
  above: readonly Metafield[] = [],
): [...Metafield[], Metafield][] =>
  fields.flatMap((field) => [
    [...above, field],
    ...fieldPaths(innerFields(field), [...above, field]),
  ])

/**
 * Changes fields at every level.
 * @param change receives a field without its inner fields, which are restored afterwards
 */
export const mapFields = (
  fields: readonly Metafield[],
  change: (field: Metafield) => Metafield,
): Metafield[] =>
  fields.map(({ children, repeater_fields: rows, ...field }) => ({
    ...change(field),
    ...(children && { children: mapFields(children, change) }),
    ...(rows && { repeater_fields: mapFields(rows, change) }),
  }))

/** Metadata, or the values of a group or a row inside it. */
export interface ValueRecord {
  readonly values: Record<string, unknown>
  /** `metadata.steps.3` */
  readonly path: string
  /** The same without numbers of rows, as queries and `props` name it: `metadata.steps`. */
  readonly propsPath: string
  /** The same in titles: `Steps › 4`; empty at the top. */
  readonly label: string
}

/** The record of an object's metadata as a whole. @param propsPath where the object is embedded in another one: the path of its metadata there */
export const topRecord = (
  values: Record<string, unknown>,
  propsPath = 'metadata',
): ValueRecord => ({
  values,
  path: 'metadata',
  propsPath,
  label: '',
})

/** Visits each value that is neither null nor a group or a list of rows, whose values it visits instead. */
export function visitValues(
  fields: readonly Metafield[],
  record: ValueRecord,
  visit: (value: unknown, field: Metafield, record: ValueRecord) => void,
): void {
  for (const field of fields) {
    const { key, type } = field
    const value = Object.hasOwn(record.values, key) ? record.values[key] : undefined
    if (value === undefined || value === null) continue
    if (type !== 'parent' && type !== 'repeater') visit(value, field, record)
    else if (type === 'parent' && isRecord(value)) {
      visitValues(innerFields(field), recordBelow(record, field, value), visit)
    } else if (type === 'repeater' && Array.isArray(value)) {
      for (const [row, values] of value.entries()) {
        if (isRecord(values))
          visitValues(innerFields(field), recordBelow(record, field, values, row), visit)
      }
    }
  }
}

function recordBelow(
  { path, propsPath, label }: ValueRecord,
  { key, title }: Metafield,
  values: Record<string, unknown>,
  row?: number,
): ValueRecord {
  const below = labelBelow(label, title || key)
  return {
    values,
    path: row === undefined ? `${path}.${key}` : `${path}.${key}.${row}`,
    propsPath: `${propsPath}.${key}`,
    label: row === undefined ? below : labelBelow(below, String(row + 1)),
  }
}

/** A label with the one of something below it: `SEO › Title`. */
export const labelBelow = (label: string, title: string): string =>
  label === '' ? title : `${label} › ${title}`
