import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * The same function at each rendering, which calls the one of the last: for handlers of children that are memoised, such as
 * the rows of a list. Not to be called while rendering.
 */
export function useSteady<Args extends unknown[], Result>(
  handler: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  return useCallback((...args) => latest.current(...args), [])
}
