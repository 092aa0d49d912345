import type { Bucket } from '@typecase/contract/buckets'
import type { Json } from '@typecase/plugin-sdk/json'

import { isBehind, isDirty } from '../draft/draft.ts'
import type { EditorSession } from './editor-session.ts'

/** The choice of an account in a bucket: true or false, or absent to follow the bucket's setting. */
export const AUTOSAVE = 'editor.autosave'

export const isAutosaveOn = (
  choice: Json | undefined,
  bucket: Pick<Bucket, 'autosaves_drafts'> | undefined,
): boolean => (typeof choice === 'boolean' ? choice : (bucket?.autosaves_drafts ?? false))

/** How long after the last key press a draft is saved, and the longest delay of a save, in ms. */
const PAUSE = 5_000
const AT_LATEST = 30_000

/**
 * Saves the draft whenever its author pauses. A draft that needs a decision or a correction waits until the author
 * saves it, and a new object until its first save.
 * @returns a function that stops autosave
 */
export function autosave(session: Pick<EditorSession, 'get' | 'subscribe' | 'save'>): () => void {
  let seen = session.get().draft.values
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Time of the oldest unsaved change. */
  let since: number | undefined

  function save(): void {
    since = undefined
    const { draft } = session.get()
    const isCalm = draft.server && !draft.trouble && !draft.attempt && !isBehind(draft)
    if (isCalm && isDirty(draft)) void session.save('draft', { isQuiet: true })
  }

  function look(): void {
    const { draft } = session.get()
    if (draft.values === seen) return
    seen = draft.values
    clearTimeout(timer)
    if (!isDirty(draft)) return void (since = undefined)
    since ??= Date.now()
    timer = setTimeout(save, Math.min(PAUSE, since + AT_LATEST - Date.now()))
  }

  const unsubscribe = session.subscribe(look)
  // The draft may already have changes, typed or restored earlier.
  if (isDirty(session.get().draft)) timer = setTimeout(save, PAUSE)
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}
