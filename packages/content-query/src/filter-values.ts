import type { Scalar } from './ast.ts'
import type { FilterField, FilterFieldType } from './filter-fields.ts'
import { isPeriod, readPeriod } from './periods.ts'

const date = /^\d{4}(-\d\d(-\d\d(T[\d:.]+Z?)?)?)?$/
const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i
const booleans = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
])

/** Whether a field holds days or times, which may be written as periods. */
export function isDateType(type: FilterFieldType | undefined): boolean {
  return type === 'date' || type === 'datetime'
}

/** Whether a value fits the type of a field. */
export function fits({ type }: FilterField, value: Scalar): boolean {
  if (type === 'number') return typeof value === 'number'
  if (type === 'switch') return typeof value === 'boolean'
  if (isDateType(type)) return typeof value === 'string' && (date.test(value) || isPeriod(value))
  return typeof value === 'string'
}

/** Returns the expected form of a field's values, for messages. */
export function valueRule({ type }: FilterField): string {
  if (type === 'number') return 'a number'
  if (type === 'switch') return 'true or false'
  if (isDateType(type)) return 'a date such as 2024-01-31, or days such as last 30 days'
  return 'a text'
}

/**
 * Returns the value of a typed text for a field, or undefined if it is invalid. An unquoted text may also be the title
 * of an option.
 */
export function readValue(field: FilterField, text: string, isQuoted: boolean): Scalar | undefined {
  const value = typedValue(field, text, isQuoted)
  return value !== undefined && fits(field, value) ? value : undefined
}

function typedValue(field: FilterField, text: string, isQuoted: boolean): Scalar | undefined {
  if (field.type === 'number') return number.test(text) ? Number(text) : undefined
  if (field.type === 'switch') return booleans.get(text.toLowerCase())
  if (isDateType(field.type)) return readPeriod(text) ?? text
  if (isQuoted || field.options?.some(({ value }) => value === text)) return text
  const needle = text.toLowerCase()
  const option = field.options?.find(({ value, title }) =>
    [value, title].some((name) => name?.toLowerCase() === needle),
  )
  return option?.value ?? text
}
