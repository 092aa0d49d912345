import { isRecord } from '@typecase/contract/field-values/value-check'

/** An object of an export, whose values can be anything. */
export type Row = Readonly<Record<string, unknown>>

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const rowOf = (value: unknown): Row => (isRecord(value) ? value : {})

/** Without what is empty. */
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
