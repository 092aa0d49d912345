import { inexactNumberIn } from '@typecase/contract/field-values/exact-number'

import { MAX_JSON_DEPTH } from './limits.ts'
import { invalid } from './http/failure.ts'

/**
 * Rules for every stored text and number: SQLite functions can cut a text at U+0000, UTF-8 cannot encode half a
 * surrogate pair, and a JSON number keeps about 16 digits.
 */
export type StorageRule = 'nul' | 'unicode' | 'precision'

export interface StorageProblem {
  /** Path of the value, such as `data.title`; empty for the value itself. */
  readonly path: string
  readonly rule: StorageRule
  /** The source text of a number that would lose digits. */
  readonly source?: string
}

/** Returns the message for a problem, such as `must not hold the character U+0000`. */
export function wordsOf({ rule, source = '' }: StorageProblem): string {
  if (rule === 'nul') return 'must not hold the character U+0000'
  if (rule === 'unicode') return 'must be valid Unicode'
  const excerpt = source.length > 40 ? `${source.slice(0, 40)}…` : source
  return `has the number ${excerpt}, which would lose digits: send it as text`
}

/**
 * JSON escapes of U+0000 and of surrogates. After an escaped backslash they are plain text, so a match is only a hint.
 */
const SUSPECT = /\\u(?:0000|d[89a-f])/i

function ruleBroken(text: string): StorageRule | undefined {
  if (text.includes('\0')) return 'nul'
  return text.isWellFormed() ? undefined : 'unicode'
}

/**
 * Finds the first text, key or number of a parsed value that cannot be stored.
 * @param json the source of the value: a quick scan of it skips the check of each value in most cases
 */
export function problemIn(value: unknown, json: string): StorageProblem | undefined {
  const problem = SUSPECT.test(json) ? problemBelow(value, '', 0) : undefined
  if (problem) return problem
  const number = inexactNumberIn(json)
  return number && { ...number, rule: 'precision' }
}

/** Finds the first bad text or key. It stops at `MAX_JSON_DEPTH`: deeper values are refused for their depth. */
function problemBelow(value: unknown, path: string, depth: number): StorageProblem | undefined {
  if (typeof value === 'string') {
    const rule = ruleBroken(value)
    return rule && { path, rule }
  }
  if (typeof value !== 'object' || value === null || depth > MAX_JSON_DEPTH) return undefined
  const prefix = path === '' ? '' : `${path}.`
  for (const [key, inner] of Object.entries(value)) {
    const rule = ruleBroken(key)
    const problem = rule ? { path, rule } : problemBelow(inner, `${prefix}${key}`, depth + 1)
    if (problem) return problem
  }
  return undefined
}

/**
 * Checks that a value can be stored.
 * @param json the source of the value
 * @param at the path of the value within the body; empty for the body itself
 * @throws Failure `invalid` naming the field that cannot be stored
 */
export function assertStorable(value: unknown, json: string, at = ''): void {
  const problem = problemIn(value, json)
  refuse(problem && { ...problem, path: [at, problem.path].filter(Boolean).join('.') })
}

/** Checks that a text can be stored. @throws Failure `invalid` naming `path` */
export function assertStorableText(path: string, text: string): void {
  const rule = ruleBroken(text)
  refuse(rule && { path, rule })
}

function refuse(problem: StorageProblem | undefined): void {
  if (!problem) return
  const path = problem.path || 'body'
  throw invalid(path, `${path} ${wordsOf(problem)}`, problem.rule)
}

/** Makes a text storable: removes U+0000 and replaces each half surrogate pair with U+FFFD. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Makes the texts and keys of JSON storable. Valid JSON is returned unchanged, byte for byte. */
export function storableJson(json: string): string {
  if (!SUSPECT.test(json)) return json
  const value: unknown = JSON.parse(json)
  return problemBelow(value, '', 0) ? JSON.stringify(storableBelow(value)) : json
}

/** Makes the texts and keys of a value storable. */
export const storableValue = <T>(value: T): T => storableBelow(value) as T

function storableBelow(value: unknown): unknown {
  if (typeof value === 'string') return storable(value)
  if (Array.isArray(value)) return value.map(storableBelow)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storable(key), storableBelow(inner)]),
  )
}
