import { useDeferredValue, useState } from 'react'

/** Manages the search text and the page of a list. */
export function useFind() {
  const [text, setText] = useState('')
  const [skip, setSkip] = useState(0)
  // Renders the typed text before the search runs.
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
