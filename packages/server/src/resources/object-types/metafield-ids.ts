import { fieldPaths, mapFields } from '@typecase/contract/field-values/field-tree'
import { newId } from '@typecase/contract/ids'
import type { Metafield } from '@typecase/contract/metafields'

/**
 * Gives every field an id that survives renames. A field sent without an id gets the id of the stored field with the
 * same key; if an id was copied, the first field keeps it. A field without a title gets its key as title.
 * @param before the stored fields
 */
export function withIds(fields: readonly Metafield[], before: readonly Metafield[]): Metafield[] {
  return assign(fields, before, new Set(idsOf(fields)), new Set())
}

function assign(
  fields: readonly Metafield[],
  before: readonly Metafield[],
  keptIds: ReadonlySet<string>,
  used: Set<string>,
): Metafield[] {
  return fields.map((field) => {
    const stored = field.id
      ? before.find(({ id }) => id === field.id)
      : before.find(({ id, key }) => key === field.key && id !== undefined && !keptIds.has(id))
    const preferredId = field.id || stored?.id
    const id = preferredId && !used.has(preferredId) ? preferredId : newId()
    used.add(id)
    const { children, repeater_fields: repeated, ...rest } = field
    return {
      ...rest,
      title: rest.title.trim() || rest.key,
      id,
      ...(field.type === 'parent' && {
        children: assign(children ?? [], stored?.children ?? [], keptIds, used),
      }),
      ...(field.type === 'repeater' && {
        repeater_fields: assign(repeated ?? [], stored?.repeater_fields ?? [], keptIds, used),
      }),
    }
  })
}

const idsOf = (fields: readonly Metafield[]): string[] =>
  fieldPaths(fields).flatMap((path) => path.at(-1)?.id || [])

/** Returns copies of the fields, each with a new id. */
export const withNewIds = (fields: readonly Metafield[]): Metafield[] =>
  mapFields(fields, (field) => ({ ...field, id: newId() }))
