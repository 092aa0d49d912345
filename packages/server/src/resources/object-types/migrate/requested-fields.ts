import type { ErrorDetail } from '@typecase/contract/errors'
import type { Metafield, MetafieldType } from '@typecase/contract/metafields'
import type { FieldMigration } from '@typecase/contract/object-types-migrate'

import { invalid } from '../../../http/failure.ts'
import { fieldPaths, innerFields } from '@typecase/contract/field-values/field-tree'
import {
  canBeUnique,
  hasOptions,
  isListType,
  isMediaType,
  isRelationType,
  isTextType,
} from '@typecase/contract/field-types'
import { optionsOf } from '@typecase/contract/field-values/choice'
import { convertValue } from '../../objects/model/values/convert-value.ts'

/** Reads the choices that a field's stored values require, for a change that names no choices. */
export type FindOptions = (path: string, field: Metafield) => Promise<string[]>

/**
 * Applies the requested changes to a type's fields. Settings that the new type of a field does not support are dropped.
 * @throws Failure `invalid` that names each change of an unknown or repeated field
 */
export async function requestedFields(
  fields: readonly Metafield[],
  changes: readonly FieldMigration[],
  findOptions: FindOptions,
): Promise<Metafield[]> {
  const requested = new Map<string, FieldMigration>()
  const errors: ErrorDetail[] = []
  const paths = new Set(fieldPaths(fields).map((path) => path.map(({ key }) => key).join('.')))
  for (const [index, change] of changes.entries()) {
    const path = `changes.${index}.key`
    if (!paths.has(change.key)) {
      errors.push({ path, message: `${path} is no field of this type`, rule: 'unknown_key' })
    } else if (requested.has(change.key)) {
      errors.push({ path, message: `${path} names a field twice`, rule: 'unique' })
    }
    requested.set(change.key, change)
  }
  if (errors.length > 0) throw invalid(errors)
  return changedFields(fields, requested, findOptions, '')
}

async function changedFields(
  fields: readonly Metafield[],
  requested: ReadonlyMap<string, FieldMigration>,
  findOptions: FindOptions,
  at: string,
): Promise<Metafield[]> {
  const renamed = new Map<string, string>()
  const changed: Metafield[] = []
  for (const field of fields) {
    const path = `${at}${field.key}`
    const { children, repeater_fields: rows } = field
    const inner = (list: readonly Metafield[]) =>
      changedFields(list, requested, findOptions, `${path}.`)
    const next: Metafield = {
      ...field,
      ...(children && { children: await inner(children) }),
      ...(rows && { repeater_fields: await inner(rows) }),
    }
    const change = requested.get(path)
    if (change?.new_key !== undefined) renamed.set(field.key, change.new_key)
    changed.push(change ? await changedField(next, change, path, findOptions) : next)
  }
  // Conditions refer to sibling fields by key, so they follow a rename.
  return changed.map((field) => {
    const { show_when: condition } = field
    const key = condition ? renamed.get(condition.key) : undefined
    return condition && key !== undefined ? { ...field, show_when: { ...condition, key } } : field
  })
}

async function changedField(
  field: Metafield,
  { new_key, new_type, options, object_type }: FieldMigration,
  path: string,
  findOptions: FindOptions,
): Promise<Metafield> {
  const to: Metafield = {
    ...field,
    ...(new_key !== undefined && { key: new_key }),
    ...(options !== undefined && { options }),
    ...(object_type !== undefined && { object_type }),
  }
  if (new_type === undefined || new_type === field.type) return to
  return withSettingsOf(new_type, field, to, async () => {
    const values = optionsOf(field).map(({ value }) => value)
    return options ?? (values.length > 0 ? values : await findOptions(path, field))
  })
}

/** Changes a field to another type and keeps the settings that this type supports. */
async function withSettingsOf(
  type: MetafieldType,
  from: Metafield,
  field: Metafield,
  optionsFor: () => Promise<string | unknown[]>,
): Promise<Metafield> {
  const { options, object_type, media_validation_type, children, repeater_fields, ...rest } = field
  const { value, minlength, maxlength, regex, regex_message, min, max, unique, ...withoutRules } =
    rest
  const inner = [...innerFields(field)]
  const hasNumber = from.type === 'number' || type === 'number'
  const to: Metafield = {
    ...withoutRules,
    type,
    ...(isTextType(type) && { minlength, maxlength, regex, regex_message }),
    // The bounds of a number do not apply to the length of a list.
    ...((isListType(type) || type === 'number') && !hasNumber && { min, max }),
    ...(canBeUnique(type) && { unique }),
    ...(isMediaType(type) && { media_validation_type }),
    ...(isRelationType(type) && { object_type }),
    ...(type === 'switch' && { options: options === 'yes,no' ? options : 'true,false' }),
    ...(hasOptions(type) && { options: withKeys(type, await optionsFor()) }),
    ...(type === 'parent' && { children: inner }),
    ...(type === 'repeater' && { repeater_fields: inner }),
  }
  const first = convertValue(value, from, to)
  const keepsValue = value !== undefined && 'value' in first
  return withoutUndefined({ ...to, ...(keepsValue && { value: first.value }) })
}

/** Converts choices to the shape of the type: dropdowns have keys, other types only values. */
const withKeys = (type: MetafieldType, options: string | unknown[]): string | unknown[] =>
  optionsOf({ options }).map(({ key, value }) =>
    type === 'select-dropdown' ? { key, value } : { value },
  )

/** Drops undefined settings of a field. */
const withoutUndefined = (field: Metafield): Metafield =>
  // All settings of a field except its key, title and type are optional, so the cast is safe.
  Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined)) as never
