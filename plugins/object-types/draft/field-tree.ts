import type { FieldKind } from '@typecase/content/field-kind'
import type { MetafieldType } from '@typecase/contract/metafields'

import { has } from '../field-types.ts'
import { type FieldDraft, keyFromTitle, newField } from './type-draft.ts'

/** Finds a field at any depth. */
export function findField(fields: readonly FieldDraft[], uid: string): FieldDraft | undefined {
  for (const field of fields) {
    const match = field.uid === uid ? field : findField(field.fields, uid)
    if (match) return match
  }
  return undefined
}

/** Changes one field. A new title also changes the key, until the user has edited the key. */
export function updateField(
  fields: readonly FieldDraft[],
  uid: string,
  patch: Partial<FieldDraft>,
): FieldDraft[] {
  return fields.map((field) => {
    if (field.uid !== uid) return { ...field, fields: updateField(field.fields, uid, patch) }
    const changed = { ...field, ...patch }
    if (patch.key !== undefined) return { ...changed, isKeyEdited: true }
    return patch.title !== undefined && !field.isKeyEdited
      ? { ...changed, key: keyFromTitle(patch.title) }
      : changed
  })
}

/**
 * Changes the type of a field and adds the settings that the type requires. Title, key, help text and other settings
 * that all types share stay.
 */
export function retypeField(
  fields: readonly FieldDraft[],
  uid: string,
  type: MetafieldType,
  kind?: FieldKind,
): FieldDraft[] {
  const field = findField(fields, uid)
  if (!field || (field.type === type && (field.kind ?? undefined) === kind?.id)) return [...fields]
  const { id, title, key, isKeyEdited, required, helptext, show_when, isSearchable, isSubtitle } =
    field
  const fresh = newField(title, type, kind)
  const shared = Object.fromEntries(
    Object.entries({ id, required, helptext, show_when, isSearchable, isSubtitle }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  const options = compatibleOptions(field, type)
  return replaceField(fields, uid, {
    ...fresh,
    ...shared,
    ...(options && { options }),
    uid,
    key,
    isKeyEdited,
    // Nested fields are kept when a group becomes a repeater or vice versa.
    ...(has.fields(field.type) && has.fields(type) && { fields: field.fields }),
  })
}

/** Converts the choices of a field to the form of another type with choices. */
function compatibleOptions(
  { type, options }: FieldDraft,
  to: MetafieldType,
): unknown[] | undefined {
  if (!has.options(type) || !has.options(to) || !Array.isArray(options)) return undefined
  return options.map((option: unknown) => {
    const { key, value } = option as { key?: string; value?: string }
    return has.keyedOptions(to) ? { key: key ?? value, value } : { value }
  })
}

function replaceField(fields: readonly FieldDraft[], uid: string, by: FieldDraft): FieldDraft[] {
  return fields.map((field) =>
    field.uid === uid ? by : { ...field, fields: replaceField(field.fields, uid, by) },
  )
}

export function removeField(fields: readonly FieldDraft[], uid: string): FieldDraft[] {
  return fields
    .filter((field) => field.uid !== uid)
    .map((field) => ({ ...field, fields: removeField(field.fields, uid) }))
}

/** Adds a field at the end of a group, a repeater or the type itself. */
export function addField(
  fields: readonly FieldDraft[],
  parent: string | null,
  field: FieldDraft,
): FieldDraft[] {
  if (parent === null) return [...fields, field]
  return fields.map((one) => ({
    ...one,
    fields: one.uid === parent ? [...one.fields, field] : addField(one.fields, parent, field),
  }))
}

/** Reorders the fields of one level. */
export function orderFields(
  fields: readonly FieldDraft[],
  parent: string | null,
  order: readonly string[],
): FieldDraft[] {
  if (parent === null) {
    const indexes = new Map(order.map((uid, index) => [uid, index]))
    return fields.toSorted((a, b) => (indexes.get(a.uid) ?? 0) - (indexes.get(b.uid) ?? 0))
  }
  return fields.map((field) => ({
    ...field,
    fields:
      field.uid === parent
        ? orderFields(field.fields, null, order)
        : orderFields(field.fields, parent, order),
  }))
}

/** Makes one field the subtitle, or none. */
export function chooseSubtitle(fields: readonly FieldDraft[], uid: string | null): FieldDraft[] {
  return fields.map((field) => ({ ...field, isSubtitle: field.uid === uid }))
}

/** Inserts a copy after a field, with another key. */
export function duplicateField(fields: readonly FieldDraft[], uid: string): FieldDraft[] {
  return fields.flatMap((field) => {
    if (field.uid !== uid) return [{ ...field, fields: duplicateField(field.fields, uid) }]
    return [field, copyOf(field, `${field.title} (copy)`, `${field.key}_copy`)]
  })
}

function copyOf(
  { id: _, isSubtitle: __, ...field }: FieldDraft,
  title: string,
  key: string,
): FieldDraft {
  return {
    ...field,
    uid: newField(title, field.type).uid,
    title,
    key,
    fields: field.fields.map((inner) => copyOf(inner, inner.title, inner.key)),
  }
}
