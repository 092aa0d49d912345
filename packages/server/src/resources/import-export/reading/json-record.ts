import { assertBounded } from '../../../http/json-bounds.ts'
import { Failure } from '../../../http/failure.ts'
import type { FileRecord } from './file-record.ts'

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads one JSON object. */
export function parseRecord(text: string): Omit<FileRecord, 'row'> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'is not valid JSON' }
  }
  return isObject(value)
    ? (problemOf(value, text) ?? { values: value })
    : { problem: 'is not an object' }
}

/** What makes JSON unfit to be stored, although it is valid. */
export function problemOf(value: object, text: string): { problem: string } | undefined {
  // SQLite ends a text at it in places.
  if (text.includes(String.raw`\u0000`)) return { problem: 'holds a NUL character' }
  try {
    assertBounded(value)
    return undefined
  } catch (reason) {
    return { problem: reason instanceof Failure ? reason.message : 'is nested too deeply' }
  }
}
