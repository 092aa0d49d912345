import type { Metafield } from '../metafields.ts'
import { asText, isEmpty, isRecord } from './value-check.ts'

/**
 * Whether a field is shown, given the values of its siblings. A hidden field is not required.
 * @param around values of the level above, for a condition on a field outside a group or a row
 */
export function isVisible(
  { show_when: rule }: Pick<Metafield, 'show_when'>,
  values: unknown,
  around?: unknown,
): boolean {
  if (!rule?.key) return true
  const { key, op, value } = rule
  const level = isRecord(values) && Object.hasOwn(values, key) ? values : around
  const actual = isRecord(level) && Object.hasOwn(level, key) ? level[key] : undefined
  if (op === 'exists') return !isEmpty(actual)
  if (op === 'not_exists') return isEmpty(actual)
  return holds(actual, value) === (op === 'eq')
}

/** Compares values as texts, since the editor of object types stores every value of a condition as text. */
function holds(actual: unknown, target: unknown): boolean {
  if (Array.isArray(actual)) return actual.some((item) => holds(item, target))
  if (isRecord(actual))
    return [actual['key'], actual['value'], actual['id']].some(
      (part) => part !== undefined && holds(part, target),
    )
  return (asText(actual) ?? '') === (asText(target) ?? '')
}
