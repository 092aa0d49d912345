import { isForbiddenKey } from './fields.ts'
import { limits } from './limits.ts'
import { QueryError } from './query-error.ts'

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** Whether a value is a plain object, as `JSON.parse` or a literal creates it. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is a string, a finite number, a boolean or null. */
export function isScalar(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'number') return Number.isFinite(value)
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}

/** Returns the path of a member as error messages show it: `$or[1].title`. */
export function pathOf(parent: string, key: string | number): string {
  if (typeof key === 'number') return `${parent}[${key}]`
  // A hostile key may be megabytes long, which the error message must not be.
  const excerpt = key.length > 100 ? `${key.slice(0, 100)}…` : key
  return parent === '' ? excerpt : `${parent}.${excerpt}`
}

/**
 * Checks a value before recursive code touches it: JSON only, at most 64 levels, no prototype keys, and well-formed
 * strings within the limit. It walks level by level, so depth cannot exhaust the stack.
 * @throws QueryError at the first value that breaks a rule.
 */
export function guardJson(json: unknown): asserts json is Json {
  let level: { value: unknown; at: string }[] = [{ value: json, at: '' }]
  for (let depth = 0; level.length > 0; depth++) {
    const next: typeof level = []
    for (const { value, at } of level) {
      if (isScalar(value)) guardText(value, at)
      else if (depth >= limits.jsonDepth) {
        throw new QueryError('too_deep', at, `JSON may nest at most ${limits.jsonDepth} levels`)
      } else if (Array.isArray(value)) {
        for (const [index, item] of value.entries()) {
          next.push({ value: item, at: pathOf(at, index) })
        }
      } else if (isJsonObject(value)) {
        for (const key of Object.keys(value)) {
          const path = pathOf(at, key)
          if (isForbiddenKey(key)) {
            throw new QueryError('forbidden_key', path, `must not use ${key} as a key`)
          }
          next.push({ value: value[key], at: path })
        }
      } else throw new QueryError('invalid_json', at, 'must be JSON')
    }
    level = next
  }
}

function guardText(value: unknown, at: string): void {
  if (typeof value !== 'string') return
  if (value.length > limits.stringLength) {
    const rule = `strings may have at most ${limits.stringLength} characters`
    throw new QueryError('too_large', at, rule)
  }
  // A lone surrogate has no UTF-8 form, so no database could agree with the matcher on it.
  if (!value.isWellFormed()) throw new QueryError('invalid_value', at, 'must be valid Unicode')
}
