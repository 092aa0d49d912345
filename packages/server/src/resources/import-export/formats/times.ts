/** A time of an export in the form of an import; empty for a text that is none. */
export function isoTime(written: unknown): string {
  const isWritten = typeof written === 'string' && /^\d{4}-\d\d-\d\dT/.test(written)
  const date = new Date(isWritten ? written : Number.NaN)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}
