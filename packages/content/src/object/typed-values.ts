import { inexactNumberIn, isExact, isNumeric } from '@typecase/contract/field-values/exact-number'

import { isUnreadable, type Unreadable, unreadable } from './values.ts'

/** Parses a typed number: undefined for an empty text, unreadable if it is not a number or would lose digits. */
export function parseNumber(text: string): number | undefined | Unreadable {
  if (text.trim() === '') return undefined
  return isNumeric(text) && isExact(text.trim()) ? Number(text) : unreadable(text)
}

/** Formats a number as it is typed: no separators, no rounding. */
export function formatNumber(value: unknown): string {
  if (isUnreadable(value)) return value['~typed']
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}

/** Steps from a value by an amount, within the field's limits. */
export function stepNumber(
  value: unknown,
  amount: number,
  { min, max }: { min?: number | null | undefined; max?: number | null | undefined },
): number {
  const from = typeof value === 'number' ? value : 0
  // Rounding to twelve digits hides binary fractions: 0.1 + 0.2 becomes 0.3.
  const sum = Number((from + amount).toPrecision(12))
  return Math.min(max ?? Infinity, Math.max(min ?? -Infinity, sum))
}

/**
 * Parses typed JSON: returns a value, with `isText` the text itself, or an unreadable text. A JSON string (`"abc"`)
 * stays as typed, since the server parses every text in such a field as JSON.
 */
export function parseJson(text: string, isText: boolean): unknown {
  if (text.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (isText || typeof value === 'string') return text
    return inexactNumberIn(text) ? unreadable(text) : value
  } catch {
    return unreadable(text)
  }
}

/** Formats a JSON value as indented text. */
export function formatJson(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  return isUnreadable(value) ? value['~typed'] : JSON.stringify(value, null, 2)
}
