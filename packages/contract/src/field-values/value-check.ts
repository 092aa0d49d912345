import type { ErrorDetail } from '../errors.ts'
import type { Metafield } from '../metafields.ts'

/** A reference in a value, looked up once all values are read. */
export interface Reference {
  path: string
  kind: 'object' | 'media'
  /** The object's id or the media's name. */
  target: string
  /** The required slug of the object type, or the first part of the required media type; undefined for any. */
  expected: string | undefined
}

/** The compiled `regex` of a field. */
export interface FieldPattern {
  /** Whether the pattern matches anywhere in the text; its author can add anchors. */
  test(text: string): boolean
  /** Returns an upper bound of the steps that testing the text takes. */
  steps(text: string): number
}

/** Maximum number of steps of all patterns in one write. Each takes up to 0.1 µs, and they block the process. */
export const MAX_STEPS = 1_000_000

/** Removes the slashes that older clients put around a `regex`. */
export const barePattern = (regex: string): string => /^\/(.*)\/$/s.exec(regex)?.[1] ?? regex

/** Results of the checks of one write. */
export interface Findings {
  problems: ErrorDetail[]
  references: Reference[]
  /**
   * Compiles the `regex` of a field; returns undefined for one that is not enforced. The caller supplies this function,
   * since the engine is too large for this package.
   */
  readonly patternOf: (regex: string) => FieldPattern | undefined
  /** Steps that patterns have taken so far. */
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

/** Whether a value is empty, which `required` forbids. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.values(value).every(isEmpty)
}

/** Whether a value is an object but not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a scalar as text, and undefined for other values. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
