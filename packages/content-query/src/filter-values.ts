import type { Scalar } from './ast.ts'
import type { FilterField } from './filter-fields.ts'

const date = /^\d{4}(-\d\d(-\d\d(T[\d:.]+Z?)?)?)?$/
const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i
const booleans = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
])

/** Whether a value is of a field's type. */
export function fits({ type }: FilterField, value: Scalar): boolean {
  if (type === 'number') return typeof value === 'number'
  if (type === 'switch') return typeof value === 'boolean'
  if (type === 'date' || type === 'datetime') return typeof value === 'string' && date.test(value)
  return typeof value === 'string'
}

/** What a field's values look like, for messages. */
export function valueRule({ type }: FilterField): string {
  if (type === 'number') return 'a number'
  if (type === 'switch') return 'true or false'
  if (type === 'date' || type === 'datetime') return 'a date such as 2024-01-31'
  return 'a text'
}

/**
 * The value that a typed text means for a field, or undefined when it is none. A text that was not quoted
 * may also be the title of an option.
 */
export function readValue(field: FilterField, text: string, isQuoted: boolean): Scalar | undefined {
  const value = typedValue(field, text, isQuoted)
  return value !== undefined && fits(field, value) ? value : undefined
}

function typedValue(field: FilterField, text: string, isQuoted: boolean): Scalar | undefined {
  if (field.type === 'number') return number.test(text) ? Number(text) : undefined
  if (field.type === 'switch') return booleans.get(text.toLowerCase())
  if (isQuoted || field.options?.some(({ value }) => value === text)) return text
  const wanted = text.toLowerCase()
  const option = field.options?.find(({ value, title }) =>
    [value, title].some((name) => name?.toLowerCase() === wanted),
  )
  return option?.value ?? text
}
