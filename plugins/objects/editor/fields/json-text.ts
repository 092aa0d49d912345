import { isUnreadable, unreadable } from '../draft/values.ts'

/**
 * JSON as it was typed: a value, or with `isText` the text itself, or what cannot be read as JSON. A text as JSON
 * (`"abc"`) stays as typed, since the server takes every text of such a field for JSON.
 */
export function parseJson(text: string, isText: boolean): unknown {
  if (text.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isText || typeof value === 'string' ? text : value
  } catch {
    return unreadable(text)
  }
}

export function formatJson(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  return isUnreadable(value) ? value['~typed'] : JSON.stringify(value, null, 2)
}
