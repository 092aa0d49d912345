/** A value of a field as text; what is not there is the empty text. */
export function valueInWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.join(', ')
  return JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ')
}
