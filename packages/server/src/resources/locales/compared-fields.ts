import type { Scalar } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'
import { scalarsOf, type StoredRecord, valuesAt } from '@typecase/content-query/stored-values'
import { innerFields } from '@typecase/contract/field-values/field-tree'
import type { Metafield } from '@typecase/contract/metafields'

import { type ObjectVersion, parseValues } from '../objects/model/state.ts'
import type { TypeModel } from '../objects/model/type-model.ts'

/** A field by which versions in several locales are compared. */
export interface ComparedField {
  /** Such as `title`, `metadata.teaser`, or `metadata.seo.title` in a group. */
  readonly path: string
  /** The paths of its values. A repeater has several: one for each field of its rows. */
  readonly leaves: readonly Path[]
}

/**
 * Returns the fields of a type that every version should have if the source has them. Values inside JSON do not count.
 */
export const comparedFields = ({ fields }: Pick<TypeModel, 'fields'>): ComparedField[] => [
  { path: 'title', leaves: [['title']] },
  { path: 'content', leaves: [['content']] },
  ...fields.flatMap((field) => inField(field, ['metadata', field.key])),
]

function inField(field: Metafield, path: Path): ComparedField[] {
  if (field.type === 'json') return []
  if (field.type === 'parent')
    return innerFields(field).flatMap((child) => inField(child, [...path, child.key]))
  if (field.type !== 'repeater') return [{ path: path.join('.'), leaves: [path] }]
  const leaves = innerFields(field).flatMap((child) =>
    inField(child, [...path, child.key]).flatMap((one) => one.leaves),
  )
  return leaves.length > 0 ? [{ path: path.join('.'), leaves }] : []
}

/** Converts a version to the record that the paths of its fields refer to. */
export const recordOf = ({ title, content, metadata }: ObjectVersion): StoredRecord => ({
  title,
  content,
  metadata: parseValues(metadata),
})

const isFilled = (value: Scalar): boolean => value !== null && value !== ''

/** Whether any value of a field is filled in. */
export const hasValue = (
  { leaves }: ComparedField,
  valuesOf: (leaf: Path) => readonly Scalar[],
): boolean => leaves.some((leaf) => valuesOf(leaf).some(isFilled))

/** Whether a version has any value in a field. */
export const isFilledIn = (field: ComparedField, record: StoredRecord): boolean =>
  hasValue(field, (leaf) => valuesAt(record, leaf).flatMap(scalarsOf))

/** Returns the stored value of a field. */
export function valueIn(record: StoredRecord, path: string): unknown {
  const [root = '', ...keys] = path.split('.')
  if (root !== 'metadata') return record[root]
  // The first key is that of a field, the second that of a field in its group.
  return valuesAt(record, ['metadata', ...keys])[0] ?? null
}
