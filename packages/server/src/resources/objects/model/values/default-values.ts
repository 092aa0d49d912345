import type { Metafield } from '@typecase/contract/metafields'

import { isEmpty } from '@typecase/contract/field-values/value-check'

/** Returns the initial values of a new object: each field's own `value`, and for groups those of their children. */
export function defaultValues(fields: readonly Metafield[]): Record<string, unknown> {
  const entries = fields.flatMap((field): [string, unknown][] => {
    const value = field.type === 'parent' ? defaultValues(field.children ?? []) : field.value
    return isEmpty(value) ? [] : [[field.key, value]]
  })
  return Object.fromEntries(entries)
}
