/** A day and a time, in full. */
export function longTime(ms: number): string {
  return new Date(ms).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' })
}
