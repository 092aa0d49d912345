import { invalid } from './failure.ts'

/** Levels that a body may be nested: deeper ones would overflow the stack of whatever walks them. */
export const MAX_DEPTH = 64

/** @throws Failure `invalid` when a value is nested too deeply. Uses no recursion itself. */
export function assertShallow(value: unknown): void {
  let level: object[] = isObject(value) ? [value] : []
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH)
      throw invalid('body', `body must be nested at most ${MAX_DEPTH} levels`, 'depth')
    level = level.flatMap((item) => Object.values(item).filter(isObject))
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
