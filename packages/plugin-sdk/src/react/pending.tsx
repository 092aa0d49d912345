import { useCallback, useState } from 'react'

/**
 * Tracks work that a press started, for `isPending` of its button.
 * @example
 * const [isPending, during] = usePending()
 * const outcome = await during(() => commands.run(ref))
 * @returns whether work is in progress, and a function that runs work and passes on its result or error
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
