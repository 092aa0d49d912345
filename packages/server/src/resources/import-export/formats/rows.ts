import { isRecord } from '@typecase/contract/field-values/value-check'

/** An object of an export, whose values can be anything. */
export type Row = Readonly<Record<string, unknown>>

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const rowOf = (value: unknown): Row => (isRecord(value) ? value : {})

/** Returns the values that are not empty. */
export const present = (values: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        value !== '' &&
        !(Array.isArray(value) && value.length === 0),
    ),
  )

/** Converts a time in an export to the form of an import; returns an empty text for anything else. */
export function isoTime(raw: unknown): string {
  const isWritten = typeof raw === 'string' && /^\d{4}-\d\d-\d\dT/.test(raw)
  const date = new Date(isWritten ? raw : Number.NaN)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}
