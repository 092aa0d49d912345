import { useEffect, useState } from 'react'

/**
 * Removes a one-time code from the address when the page is shown, to keep it out of history, bookmarks and referrers.
 * @returns the code
 */
export function useCodeOfAddress(code: string | undefined): string | undefined {
  const [initialCode] = useState(code)
  // Synchronises with the browser's address bar.
  useEffect(() => {
    if (initialCode) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [initialCode])
  return initialCode
}
