import type { ErrorDetail } from '../errors.ts'
import { lengthOf } from '../field-rules.ts'
import type { Metafield } from '../metafields.ts'

import { innerFields } from './field-tree.ts'
import { isVisible } from './show-when.ts'
import { isEmpty, isRecord } from './value-check.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Returns the errors that prevent an object from being published: required fields that are empty, texts that are too
 * short, lists with too few items. Hidden fields require nothing.
 * @param at prefix of each path, such as `data.metadata`
 */
export function missingValues(
  fields: readonly Metafield[],
  values: Values,
  at: string,
  around: Values = {},
): ErrorDetail[] {
  return fields.flatMap((field) => {
    if (!isVisible(field, values, around)) return []
    const path = at === '' ? field.key : `${at}.${field.key}`
    const value = values[field.key]
    if (field.type === 'parent') {
      return missingValues(innerFields(field), isRecord(value) ? value : {}, path, values)
    }
    return [...missingValue(field, value, path), ...inRows(field, value, path, values)]
  })
}

/** Returns the error of one field that prevents publishing; nested fields are not checked. */
export function missingValue(field: Metafield, value: unknown, path: string): ErrorDetail[] {
  if (field.type === 'parent') return []
  if (!isEmpty(value)) return tooLittle(field, value, path)
  return field.required ? [{ path, message: `${path} is a required field`, rule: 'required' }] : []
}

/** Returns an error if a non-empty value is shorter than its field allows. */
export function tooLittle(
  { minlength, min }: Metafield,
  value: unknown,
  path: string,
): ErrorDetail[] {
  if (typeof value === 'string' && typeof minlength === 'number' && lengthOf(value) < minlength) {
    return [{ path, message: `${path} must be at least ${minlength} characters`, rule: 'min' }]
  }
  if (Array.isArray(value) && typeof min === 'number' && value.length < min) {
    return [{ path, message: `${path} must be at least ${min} items`, rule: 'min' }]
  }
  return []
}

function inRows(field: Metafield, value: unknown, path: string, around: Values): ErrorDetail[] {
  if (field.type !== 'repeater' || !Array.isArray(value)) return []
  return value.flatMap((row, index) =>
    isRecord(row) ? missingValues(innerFields(field), row, `${path}.${index}`, around) : [],
  )
}
