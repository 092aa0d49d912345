import { type Family, refuse } from './value-check.ts'

/** A day, as `2026-11-20`. */
export const date: Family = (value, check) => {
  if (typeof value !== 'string' || !isDay(value)) {
    return refuse(check, 'date', 'must be a date such as 2026-11-20')
  }
  return value
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00.000Z`)
  // 30 February would be read as 1 or 2 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
