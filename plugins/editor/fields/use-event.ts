import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns a stable handler that always calls the newest function, so that memoised rows do not render for it. */
export function useEvent<Args extends unknown[], Result>(
  handler: (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = useRef(handler)
  useLayoutEffect(() => {
    newest.current = handler
  })
  return useCallback((...args: Args) => newest.current(...args), [])
}
