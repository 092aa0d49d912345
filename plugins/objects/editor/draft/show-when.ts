import type { Metafield } from '@typecase/contract/metafields'

import { isRecord } from './json-equal.ts'
import type { Path } from './path.ts'
import { getAt } from './path.ts'
import { isEmptyValue } from './values.ts'

/**
 * Whether a field is shown, by the server's rules: it asks nothing of hidden fields.
 * @param around values of the level above, for a condition on a field outside a group or a row
 */
export function isShown(field: Metafield, siblings: unknown, around?: unknown): boolean {
  const rule = field.show_when
  if (!rule?.key) return true
  const level = isRecord(siblings) && Object.hasOwn(siblings, rule.key) ? siblings : around
  const value = isRecord(level) && Object.hasOwn(level, rule.key) ? level[rule.key] : undefined
  if (rule.op === 'exists') return !isEmptyValue(value)
  if (rule.op === 'not_exists') return isEmptyValue(value)
  return holds(value, rule.value) === (rule.op === 'eq')
}

/** As `isShown`, for a field at its path. */
export function isShownAt(field: Metafield, values: unknown, path: Path): boolean {
  if (!field.show_when?.key) return true
  const level = path.slice(0, path.lastIndexOf('.'))
  // The level above a row is the one that its repeater stands in.
  const above = level.replace(/\.\d+$/, '').replace(/\.[^.]*$/, '')
  return isShown(field, getAt(values, level), getAt(values, above))
}

/** Compared as texts, since the editor of object types writes every value of a condition as one. */
function holds(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(actual)) return actual.some((item) => holds(item, wanted))
  if (isRecord(actual)) {
    const parts = [actual['key'], actual['value'], actual['id']]
    return parts.some((part) => part !== undefined && holds(part, wanted))
  }
  return asText(actual) === asText(wanted)
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
