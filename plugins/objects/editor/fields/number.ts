import type { Unreadable } from '../draft/values.ts'
import { isUnreadable, unreadable } from '../draft/values.ts'

/** A typed number: nothing when empty, and what was typed when it is no number. */
export function parseNumber(text: string): number | undefined | Unreadable {
  if (text.trim() === '') return undefined
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : unreadable(text)
}

export function formatNumber(value: unknown): string {
  if (isUnreadable(value)) return value['~typed']
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}

/** Steps from a value, within the field's limits. */
export function stepNumber(
  value: unknown,
  amount: number,
  { min, max }: { min?: number | null | undefined; max?: number | null | undefined },
): number {
  const from = typeof value === 'number' ? value : 0
  // Twelve digits hide binary fractions: 0.1 + 0.2 is 0.3 to the reader.
  const sum = Number((from + amount).toPrecision(12))
  return Math.min(max ?? Infinity, Math.max(min ?? -Infinity, sum))
}
