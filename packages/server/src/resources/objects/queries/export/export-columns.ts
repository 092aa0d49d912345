import { isRelationType } from '@typecase/contract/field-types'
import { innerFields } from '@typecase/contract/field-values/field-tree'
import { type ExportedField, exportedFields } from '@typecase/contract/object-export'
import type { Metafield } from '@typecase/contract/metafields'

/** A column of an export: a field of objects themselves, or a value of their metadata. */
export type ExportColumn =
  | { readonly path: ExportedField; readonly keys: undefined }
  | {
      readonly path: string
      /** From the metadata on. */
      readonly keys: readonly string[]
      /** Whether it holds ids of objects, whose titles get an adjacent column. */
      readonly isRelation: boolean
    }

export const METADATA = 'metadata.'

/** Keys from the metadata on, of the path of a field. */
export const keysOf = (path: string): string[] => path.slice(METADATA.length).split('.')

/** Fields of one type by the path of their column. */
export type Leaves = ReadonlyMap<string, Metafield>

/** The fields of one type that hold a value, by path; those of groups one by one. */
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
 * The columns of an export.
 * @param types the leaves of each type that it holds
 * @param loose keys of metadata that no type knows
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

/** The first requested path that no object of these types can have. */
export function unknownPath(
  types: readonly { fields: readonly Metafield[] }[],
  requested: readonly string[],
): number {
  // A type without fields takes any keys.
  const isOpen = types.some(({ fields }) => fields.length === 0)
  const paths = types.flatMap(({ fields }) => [...leavesOf(fields).keys()])
  return requested.findIndex((path) => {
    if (isObjectField(path)) return false
    if (path === 'metadata') return false
    if (!path.startsWith(METADATA) || path.split('.').includes('')) return true
    return !isOpen && !paths.some((other) => other === path || other.startsWith(`${path}.`))
  })
}
