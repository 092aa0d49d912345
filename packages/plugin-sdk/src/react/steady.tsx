import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Returns a function that stays the same between renders and calls the handler of the last render. For handlers of
 * memoised children, such as the rows of a list. Do not call it while rendering.
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
