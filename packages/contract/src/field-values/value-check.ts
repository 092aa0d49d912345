import type { ErrorDetail } from '../errors.ts'
import type { Metafield } from '../metafields.ts'

/** A reference in a value, looked up once all values are read. */
export interface Reference {
  path: string
  kind: 'object' | 'media'
  /** The object's id or the media's name. */
  target: string
  /** The required slug of the object type, or first part of the media type; undefined: any. */
  expected: string | undefined
}

/** A `regex` of a field, compiled. */
export interface FieldPattern {
  /** Whether the pattern occurs in the text; anchors are the author's to write. */
  test(text: string): boolean
  /** Upper bound for the steps of a test of the text. */
  steps(text: string): number
}

/** Steps that the patterns of one write may take: each up to a tenth of a microsecond, with nothing else in between. */
export const MAX_STEPS = 1_000_000

/** Clients of older versions wrap a `regex` in slashes. */
export const barePattern = (regex: string): string => /^\/(.*)\/$/s.exec(regex)?.[1] ?? regex

/** Results of the checks of one write. */
export interface Findings {
  problems: ErrorDetail[]
  references: Reference[]
  /** Compiles the `regex` of a field; nothing for one that is not enforced. Its engine is too large for this package. */
  readonly patternOf: (regex: string) => FieldPattern | undefined
  /** Steps of the patterns so far. */
  steps?: number
}

/** One value under check. */
export interface ValueCheck {
  field: Metafield
  /** The path of the value, such as `data.metadata.author`. */
  path: string
  findings: Findings
}

/**
 * Checks a non-empty value against its field.
 * @returns the value in stored form
 */
export type Family = (value: unknown, check: ValueCheck) => unknown

/** Records a broken rule: `data.metadata.price must be a number`. */
export function refuse(check: ValueCheck, rule: string, words: string): undefined {
  check.findings.problems.push({ path: check.path, message: `${check.path} ${words}`, rule })
}

/** Whether a field has nothing in it: what `required` forbids. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.values(value).every(isEmpty)
}

/** Whether a value is an object, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A scalar in readable form; nothing for other values. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
