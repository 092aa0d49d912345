import { isDeepStrictEqual } from 'node:util'

import { innerFields } from '@typecase/contract/field-values/field-tree'
import type { ChangedField } from '@typecase/contract/import-export'
import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'

import type { NewObjectType } from '../../object-types/store.ts'

/** The planned change of one object type. */
export interface TypePlan {
  slug: string
  action: 'added' | 'updated' | 'unchanged'
  before: ObjectType | undefined
  after: NewObjectType
}

/**
 * Gives a file's fields the ids of the type's. An unknown id is from another bucket, so the key identifies the field.
 */
export function withExistingIds(
  fields: readonly Metafield[],
  existing: readonly Metafield[],
): Metafield[] {
  return fields.map(({ id, children, repeater_fields: rows, ...field }) => {
    const byId = existing.find((other) => id !== undefined && other.id === id)
    const same = byId ?? existing.find(({ key }) => key === field.key)
    return {
      ...field,
      ...(byId && { id }),
      ...(children && { children: withExistingIds(children, same?.children ?? []) }),
      ...(rows && { repeater_fields: withExistingIds(rows, same?.repeater_fields ?? []) }),
    }
  })
}

/** Renames a type's fields to the file's keys for their ids, unless another field already has the key. */
export function renameFields(
  fields: readonly Metafield[],
  sent: readonly Metafield[],
): Metafield[] {
  return fields.map((field) => {
    const same = sent.find(({ id }) => id !== undefined && id === field.id)
    const { children, repeater_fields: rows } = field
    const isFree = !fields.some(({ key }) => key === same?.key)
    return {
      ...field,
      ...(same && isFree && { key: same.key }),
      ...(children && { children: renameFields(children, same?.children ?? []) }),
      ...(rows && { repeater_fields: renameFields(rows, same?.repeater_fields ?? []) }),
    }
  })
}

/** The planned changes to the fields of an existing type. */
export function changedFields({ slug, action, before, after }: TypePlan): ChangedField[] {
  if (action !== 'updated' || !before) return []
  return changesBetween(before.metafields, after.metafields).map((change) => ({
    object_type: slug,
    ...change,
  }))
}

type Change = Omit<ChangedField, 'object_type'>

function changesBetween(
  before: readonly Metafield[],
  after: readonly Metafield[],
  at = '',
): Change[] {
  const former = (field: Metafield) => before.find(({ id }) => id === field.id)
  const removed = before
    .filter(({ id }) => !after.some((field) => field.id === id))
    .map(({ key, title }): Change => ({ key: `${at}${key}`, title, change: 'removed' }))
  const others = after.flatMap((field): Change[] => {
    const { key, title } = field
    const existingField = former(field)
    if (!existingField) return [{ key: `${at}${key}`, title, change: 'added' }]
    const inner = changesBetween(
      innerFields(existingField),
      innerFields(field),
      `${at}${existingField.key}.`,
    )
    if (existingField.key !== key)
      return [
        { key: `${at}${existingField.key}`, new_key: `${at}${key}`, title, change: 'renamed' },
        ...inner,
      ]
    const isSame = isDeepStrictEqual(withoutInnerFields(existingField), withoutInnerFields(field))
    return isSame ? inner : [{ key: `${at}${key}`, title, change: 'changed' }, ...inner]
  })
  return [...removed, ...others]
}

/** Returns a field without its inner fields. */
function withoutInnerFields({ children: _, repeater_fields: _rows, ...field }: Metafield): object {
  return field
}
