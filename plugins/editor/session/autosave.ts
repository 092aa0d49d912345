import type { Bucket } from '@typecase/contract/buckets'
import type { Json } from '@typecase/plugin-sdk/json'

import { isBehind, isDirty } from '../draft/draft.ts'
import type { EditorSession } from './editor-session.ts'

/** The choice of an account in a bucket: true or false, or nothing where it goes by the bucket. */
export const AUTOSAVE = 'editor.autosave'

export const isAutosaveOn = (
  choice: Json | undefined,
  bucket: Pick<Bucket, 'autosaves_drafts'> | undefined,
): boolean => (typeof choice === 'boolean' ? choice : (bucket?.autosaves_drafts ?? false))

/** Milliseconds without a key after which a draft is saved, and after which it is saved in any case. */
const PAUSE = 5_000
const AT_LATEST = 30_000

/**
 * Saves the draft whenever its author pauses. What needs them to decide or to fix something waits until they save it
 * themselves, and a new object until it was saved once.
 * @returns stop
 */
export function autosave(session: Pick<EditorSession, 'get' | 'subscribe' | 'save'>): () => void {
  let seen = session.get().draft.values
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When the oldest change that is not saved was made. */
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
  // The draft may have changes already, typed or restored before.
  if (isDirty(session.get().draft)) timer = setTimeout(save, PAUSE)
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}
