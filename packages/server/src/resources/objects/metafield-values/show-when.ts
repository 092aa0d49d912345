import type { ShowWhen } from '@typecase/contract/metafields'

import { asText, isEmpty, isRecord } from './value-check.ts'

/**
 * Whether a field is shown, given the values beside it: a hidden field need not be filled in.
 * @param around values of the level above, for a condition on a field outside a group
 */
export function isShown(
  showWhen: ShowWhen | null | undefined,
  values: Readonly<Record<string, unknown>>,
  around: Readonly<Record<string, unknown>> = {},
): boolean {
  if (!showWhen?.key) return true
  const { key, op, value } = showWhen
  const actual = Object.hasOwn(values, key) ? values[key] : around[key]
  if (op === 'exists') return !isEmpty(actual)
  if (op === 'not_exists') return isEmpty(actual)
  return holds(actual, value) === (op === 'eq')
}

/** Texts, since the editor of object types writes every value of a condition as one. */
function holds(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(actual)) return actual.some((item) => holds(item, wanted))
  if (isRecord(actual))
    return [actual['key'], actual['value'], actual['id']].some(
      (part) => part !== undefined && holds(part, wanted),
    )
  return (asText(actual) ?? '') === (asText(wanted) ?? '')
}
