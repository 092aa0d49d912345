import type { Metafield } from '@typecase/contract/metafields'

import type { TypeModel } from '../../model/type-model.ts'
import { isRecord } from '@typecase/contract/field-values/value-check'

/** The metafield at a path: `price`, or `seo.description` within a group. */
export interface FieldPath {
  readonly field: Metafield
  readonly keys: readonly [string] | readonly [group: string, key: string]
}

/** Finds the field at a path in a type. A type without fields accepts any key. */
export function fieldOfPath({ fields }: TypeModel, path: string): FieldPath | undefined {
  const [key = '', below, ...more] = path.split('.')
  if (key === '' || more.length > 0) return undefined
  if (fields.length === 0) {
    const field: Metafield = { key, title: key, type: 'json' }
    return below === undefined ? { field, keys: [key] } : undefined
  }
  const field = fields.find((other) => other.key === key)
  if (!field || below === undefined) return field && { field, keys: [key] }
  const child =
    field.type === 'parent' ? field.children?.find((other) => other.key === below) : undefined
  return child && { field: child, keys: [key, below] }
}

type Values = Readonly<Record<string, unknown>>

/** Returns the value at a field's path. */
export function valueAt(values: Values, { keys: [key, below] }: FieldPath): unknown {
  const value = valueOf(values, key)
  if (below === undefined) return value
  return isRecord(value) ? valueOf(value, below) : undefined
}

const valueOf = (values: Values, key: string) =>
  Object.hasOwn(values, key) ? values[key] : undefined

/** Returns the metadata key to send, with its value, for a new value at a field's path: a group is sent as a whole. */
export function sentWith(
  values: Values,
  { keys: [key, below] }: FieldPath,
  value: unknown,
): [key: string, value: unknown] {
  if (below === undefined) return [key, value]
  const group = valueOf(values, key)
  return [key, { ...(isRecord(group) && group), [below]: value }]
}
