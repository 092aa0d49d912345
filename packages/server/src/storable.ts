import { inexactNumberIn } from '@typecase/contract/field-values/exact-number'

import { MAX_JSON_DEPTH } from './limits.ts'
import { invalid } from './http/failure.ts'

/**
 * Rules that no stored value may break: SQLite ends a text at U+0000 in places, UTF-8 has no form of half a surrogate
 * pair, and a number of JSON keeps some 16 digits.
 */
export type StorageRule = 'nul' | 'unicode' | 'precision'

export interface StorageProblem {
  /** `data.title`; empty for the value itself. */
  readonly path: string
  readonly rule: StorageRule
  /** The number that would change. */
  readonly source?: string
}

/** Problem with a value: `must not hold the character U+0000`. */
export function wordsOf({ rule, source = '' }: StorageProblem): string {
  if (rule === 'nul') return 'must not hold the character U+0000'
  if (rule === 'unicode') return 'must be valid Unicode'
  const excerpt = source.length > 40 ? `${source.slice(0, 40)}…` : source
  return `has the number ${excerpt}, which would lose digits: send it as text`
}

/** JSON escapes of such a character. After a backslash it is plain text, so the value itself is checked too. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i

function ruleBroken(text: string): StorageRule | undefined {
  if (text.includes('\0')) return 'nul'
  return text.isWellFormed() ? undefined : 'unicode'
}

/**
 * The first text or number of a parsed value that cannot be stored; keys are texts, too.
 * @param json the source of the value: most have nothing that is worth checking each value
 */
export function problemIn(value: unknown, json: string): StorageProblem | undefined {
  const problem = SUSPECT.test(json) ? problemBelow(value, '', 0) : undefined
  if (problem) return problem
  const number = inexactNumberIn(json)
  return number && { ...number, rule: 'precision' }
}

/** Anything nested deeper is refused for its depth. */
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
 * @param json the source of the value
 * @param at the field of the value, if it is not the body
 * @throws Failure `invalid` naming the field that cannot be stored
 */
export function assertStorable(value: unknown, json: string, at = ''): void {
  const problem = problemIn(value, json)
  refuse(problem && { ...problem, path: [at, problem.path].filter(Boolean).join('.') })
}

/** The same of one text. */
export function assertStorableText(path: string, text: string): void {
  const rule = ruleBroken(text)
  refuse(rule && { path, rule })
}

function refuse(problem: StorageProblem | undefined): void {
  if (!problem) return
  const path = problem.path || 'body'
  throw invalid(path, `${path} ${wordsOf(problem)}`, problem.rule)
}

/** A text without what cannot be stored: U+0000 goes, and half a surrogate pair becomes U+FFFD. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** The same for the texts and keys of JSON. A valid text stays unchanged to the byte. */
export function storableJson(json: string): string {
  if (!SUSPECT.test(json)) return json
  const value: unknown = JSON.parse(json)
  return problemBelow(value, '', 0) ? JSON.stringify(storableBelow(value)) : json
}

/** The same for the texts and keys of a value. */
export const storableValue = <T>(value: T): T => storableBelow(value) as T

function storableBelow(value: unknown): unknown {
  if (typeof value === 'string') return storable(value)
  if (Array.isArray(value)) return value.map(storableBelow)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storable(key), storableBelow(inner)]),
  )
}
