import { useDeferredValue, useState } from 'react'

/** What is looked for in a list, and which page of it is shown. */
export function useFind() {
  const [text, setText] = useState('')
  const [skip, setSkip] = useState(0)
  // What is typed is painted first.
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
