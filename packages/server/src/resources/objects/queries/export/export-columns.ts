import { isRelationType } from '@typecase/contract/field-types'
import { innerFields } from '@typecase/contract/field-values/field-tree'
import { type ExportedField, exportedFields } from '@typecase/contract/object-export'
import type { Metafield } from '@typecase/contract/metafields'

/** A column of an export: one of an object's own fields, or a value of its metadata. */
export type ExportColumn =
  | { readonly path: ExportedField; readonly keys: undefined }
  | {
      readonly path: string
      /** The keys below `metadata`. */
      readonly keys: readonly string[]
      /** Whether the column holds ids of objects, whose titles get an adjacent column. */
      readonly isRelation: boolean
    }

export const METADATA = 'metadata.'

/** Returns the keys below `metadata` of a field's path. */
export const keysOf = (path: string): string[] => path.slice(METADATA.length).split('.')

/** The fields of one type by the path of their column. */
export type Leaves = ReadonlyMap<string, Metafield>

/** Returns the fields of one type that hold a value, by path; groups are replaced by their fields. */
export function leavesOf(fields: readonly Metafield[], at: readonly string[] = []): Leaves {
  const leaves = new Map<string, Metafield>()
  for (const field of fields) {
    const keys = [...at, field.key]
    if (field.type !== 'parent') leaves.set(METADATA + keys.join('.'), field)
    else for (const [path, leaf] of leavesOf(innerFields(field), keys)) leaves.set(path, leaf)
  }
  return leaves
}

/**
 * Returns the columns of an export.
 * @param types the leaves of each type in the export
 * @param loose keys of metadata that no type has
 * @param requested paths of the columns; all by default. A group includes all its fields
 */
export function columnsOf(
  types: Iterable<Leaves>,
  loose: readonly string[],
  requested?: readonly string[],
): ExportColumn[] {
  const leaves = new Map<string, boolean>()
  for (const type of types) {
    for (const [path, { type: kind }] of type) {
      leaves.set(path, leaves.get(path) === true || isRelationType(kind))
    }
  }
  const looseKeys = new Map(loose.map((key) => [METADATA + key, [key]]))
  for (const path of looseKeys.keys()) if (!leaves.has(path)) leaves.set(path, false)
  const all = [...exportedFields, ...leaves.keys()]
  const paths = requested
    ? requested.flatMap((path) => {
        const below = all.filter((other) => other.startsWith(`${path}.`))
        return below.length > 0 ? below : [path]
      })
    : all
  return [...new Set(paths)].map((path) =>
    isObjectField(path)
      ? { path, keys: undefined }
      : {
          path,
          keys: looseKeys.get(path) ?? keysOf(path),
          isRelation: leaves.get(path) === true,
        },
  )
}

export const isObjectField = (path: string): path is ExportedField =>
  exportedFields.some((field) => field === path)

/** Returns the index of the first requested path that no object of these types can have, or -1. */
export function unknownPath(
  types: readonly { fields: readonly Metafield[] }[],
  requested: readonly string[],
): number {
  // A type without fields accepts any key.
  const isOpen = types.some(({ fields }) => fields.length === 0)
  const paths = types.flatMap(({ fields }) => [...leavesOf(fields).keys()])
  return requested.findIndex((path) => {
    if (isObjectField(path)) return false
    if (path === 'metadata') return false
    if (!path.startsWith(METADATA) || path.split('.').includes('')) return true
    return !isOpen && !paths.some((other) => other === path || other.startsWith(`${path}.`))
  })
}
