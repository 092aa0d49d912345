import { type Failure, invalid } from './failure.ts'

/** Levels that a body may be nested: deeper ones would overflow the stack of whatever walks them. */
export const MAX_DEPTH = 64
/** Keys of all objects in a body together: far more than content has, and quick to check. */
export const MAX_KEYS = 50_000

export const tooManyKeys = (): Failure =>
  invalid('body', `body must have at most ${MAX_KEYS} keys in all`, 'keys')

/** @throws Failure `invalid` when a value is nested too deeply or has too many keys. Uses no recursion itself. */
export function assertBounded(value: unknown): void {
  let level: object[] = isObject(value) ? [value] : []
  let keys = 0
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH)
      throw invalid('body', `body must be nested at most ${MAX_DEPTH} levels`, 'depth')
    const below: object[] = []
    for (const item of level) {
      const values: unknown[] = Array.isArray(item) ? item : Object.values(item)
      if (values !== item) keys += values.length
      if (keys > MAX_KEYS) throw tooManyKeys()
      for (const inner of values) if (isObject(inner)) below.push(inner)
    }
    level = below
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
