import { isUnreadable } from '../draft/values.ts'

/** A field's value as a person can read and copy it. */
export function valueAsText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (isUnreadable(value)) return value['~typed']
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.join(', ')
  }
  return JSON.stringify(value, null, 2)
}
