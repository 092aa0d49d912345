import { type Draft, isDirty, localChangesOf } from '../draft/draft.ts'
import type { StoredDraft, DraftStore } from '../draft/draft-store.ts'

/** How much typing a crash may lose, in ms. */
const SAVE_AFTER = 250

/** Stores unsaved changes in the browser while there are any. */
export interface DraftSaver {
  watch(draft: Draft): void
  saveNow(): void
}

export function createDraftSaver(parts: {
  readonly draftKey: (objectID: string | undefined) => string
  readonly drafts: DraftStore
  readonly stored: StoredDraft | undefined
  readonly now?: () => number
  /** Called after each attempt to write, successful or not. */
  readonly onWritten: () => void
}): DraftSaver {
  const { draftKey, drafts, onWritten, now = Date.now } = parts
  let timer: ReturnType<typeof setTimeout> | undefined
  let newest: Draft | undefined
  let isStored = parts.stored !== undefined
  let lastKey: string | undefined
  // Writes run one after another, so that an older one cannot finish last.
  let writing: Promise<void> = Promise.resolve()

  function saveNow(): void {
    clearTimeout(timer)
    timer = undefined
    const draft = newest
    newest = undefined
    if (!draft) return
    const isWorthSaving = isDirty(draft) || draft.attempt !== undefined
    // This tab must not delete changes to the same object that another tab stored.
    if (!isWorthSaving && !isStored) return
    isStored = isWorthSaving
    const changes = localChangesOf(draft)
    const key = draftKey(draft.server?.id)
    // A new object got its id. Its draft under the old key must go, or it would create another object.
    const outdated = lastKey !== undefined && lastKey !== key ? lastKey : undefined
    lastKey = key
    writing = writing
      .then(() => (isWorthSaving ? drafts.put(key, { ...changes, at: now() }) : drafts.remove(key)))
      .then(() => (outdated === undefined ? undefined : drafts.remove(outdated)))
      // Storage may be full or blocked, but only the server's answer matters.
      .catch(() => {})
      .then(onWritten)
  }

  return {
    watch(draft) {
      newest = draft
      if (!draft.attempt && !isDirty(draft)) saveNow()
      else timer ??= setTimeout(saveNow, SAVE_AFTER)
    },
    saveNow,
  }
}
