import { MAX_JSON_DEPTH, MAX_JSON_KEYS } from '../limits.ts'
import { type Failure, invalid } from './failure.ts'

export const tooManyKeys = (): Failure =>
  invalid('body', `body must have at most ${MAX_JSON_KEYS} keys in all`, 'keys')

/**
 * Checks the depth and the number of keys of a value without recursion.
 * @throws Failure `invalid` if either is too large
 */
export function assertBounded(value: unknown): void {
  let level: object[] = isObject(value) ? [value] : []
  let keys = 0
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_JSON_DEPTH)
      throw invalid('body', `body must be nested at most ${MAX_JSON_DEPTH} levels`, 'depth')
    const below: object[] = []
    for (const item of level) {
      if (Array.isArray(item))
        for (const inner of item as unknown[]) {
          if (isObject(inner)) below.push(inner)
        }
      else keys += pushValues(item, below)
      if (keys > MAX_JSON_KEYS) throw tooManyKeys()
    }
    level = below
  }
}

/** Adds the objects in an object to `below`. @returns the number of its keys */
function pushValues(item: object, below: object[]): number {
  let keys = 0
  // For objects with many keys, an array of the values would take twice as long.
  for (const key in item) {
    keys++
    const value: unknown = item[key as keyof typeof item]
    if (isObject(value)) below.push(value)
  }
  return keys
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
