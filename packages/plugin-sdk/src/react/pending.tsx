import { useCallback, useState } from 'react'

/**
 * Whether work goes on that a press began, for `isPending` of its button.
 * @example
 * const [isPending, during] = usePending()
 * const outcome = await during(() => commands.run(ref))
 * @returns the state, and a function that runs work and answers what it answers, or throws what it throws
 */
export function usePending(): readonly [
  isPending: boolean,
  during: <T>(work: () => Promise<T>) => Promise<T>,
] {
  const [isPending, setPending] = useState(false)
  const during = useCallback(async <T,>(work: () => Promise<T>): Promise<T> => {
    setPending(true)
    try {
      return await work()
    } finally {
      setPending(false)
    }
  }, [])
  return [isPending, during]
}
