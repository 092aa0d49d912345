import { Storage } from '@typecase/plugin-sdk/services'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useState } from 'react'

/** A text that stays in this browser until it is sent. @param name of what is written about */
export function useCommentDraft(name: string, initial = '') {
  const storage = useService(Storage)
  const key = `comments.draft.${name}` as const
  const storedDraft = () => {
    const text = storage.get(key)
    return typeof text === 'string' ? text : initial
  }
  const [draft, setDraft] = useState(() => ({ key, text: storedDraft() }))
  // Another box: what was typed into this one is kept.
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
