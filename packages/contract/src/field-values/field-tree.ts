import type { Metafield } from '../metafields.ts'

import { isRecord } from './value-check.ts'

/** Returns the fields of a group, or of the rows of a repeater. Older clients store the latter in `children`. */
export const innerFields = ({
  type,
  children,
  repeater_fields: rows,
}: Pick<Metafield, 'type' | 'children' | 'repeater_fields'>): readonly Metafield[] =>
  (type === 'repeater' ? (rows ?? children) : children) ?? []

/**
 * Returns the fields at every level. Each is a path: the groups and repeaters around the field, then the field itself.
 */
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
 * @param change receives a field without its inner fields, which are changed separately
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

/** The values of an object's metadata, or of a group or a row inside it. */
export interface ValueRecord {
  readonly values: Record<string, unknown>
  /** `metadata.steps.3` */
  readonly path: string
  /** The path without row numbers, as queries and `props` use it: `metadata.steps`. */
  readonly propsPath: string
  /** The path as titles: `Steps › 4`; empty at the top level. */
  readonly label: string
}

/**
 * Returns the record of an object's whole metadata.
 * @param propsPath the path of the metadata if the object is embedded in another one
 */
export const topRecord = (
  values: Record<string, unknown>,
  propsPath = 'metadata',
): ValueRecord => ({
  values,
  path: 'metadata',
  propsPath,
  label: '',
})

/** Visits every value that is not null. For groups and repeaters, it visits the values inside them instead. */
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

/** Appends the title of something below to a label: `SEO › Title`. */
export const labelBelow = (label: string, title: string): string =>
  label === '' ? title : `${label} › ${title}`
