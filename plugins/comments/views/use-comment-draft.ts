import { Storage } from '@typecase/plugin-sdk/services'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useState } from 'react'

/** Manages a text that is stored in this browser until it is sent. @param name identifies the draft */
export function useCommentDraft(name: string, initial = '') {
  const storage = useService(Storage)
  const key = `comments.draft.${name}` as const
  const storedDraft = () => {
    const text = storage.get(key)
    return typeof text === 'string' ? text : initial
  }
  const [draft, setDraft] = useState(() => ({ key, text: storedDraft() }))
  // The name has changed to another draft; this draft stays stored.
  if (draft.key !== key) setDraft({ key, text: storedDraft() })
  return {
    text: draft.key === key ? draft.text : storedDraft(),
    setText(text: string) {
      setDraft({ key, text })
      if (text === initial) storage.remove(key)
      else storage.set(key, text)
    },
    forget() {
      setDraft({ key, text: initial })
      storage.remove(key)
    },
  }
}
