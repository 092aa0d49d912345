import { useDeferredValue, useState } from 'react'

/** The search text of a list, and its page. */
export function useFind() {
  const [text, setText] = useState('')
  const [skip, setSkip] = useState(0)
  // The typed text is painted before the search runs.
  const q = useDeferredValue(text).trim()
  return {
    text,
    setText(next: string) {
      setText(next)
      setSkip(0)
    },
    q,
    skip,
    setSkip,
  }
}
