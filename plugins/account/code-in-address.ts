import { useEffect, useState } from 'react'

/**
 * Takes a one-time code out of the address as soon as the page shows, so that it stays in no history, bookmark or
 * referrer.
 */
export function useCodeOfAddress(code: string | undefined): string | undefined {
  const [initialCode] = useState(code)
  // The outside system is the browser's address bar.
  useEffect(() => {
    if (initialCode) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [initialCode])
  return initialCode
}
