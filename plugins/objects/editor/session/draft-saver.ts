import type { Draft } from '../draft/draft.ts'
import { isDirty, keptOf } from '../draft/draft.ts'
import type { StoredDraft, DraftStore } from '../draft/draft-store.ts'

/** Milliseconds of typing that a crash may cost. */
const KEEP_AFTER = 250

/** Keeps unsaved changes in the browser while there are any. */
export interface DraftSaver {
  watch(draft: Draft): void
  keepNow(): void
}

export function createDraftSaver(parts: {
  readonly draftKey: (objectID: string | undefined) => string
  readonly drafts: DraftStore
  readonly kept: StoredDraft | undefined
  readonly now?: () => number
  /** Called after each attempt to write, successful or not. */
  readonly onWritten: () => void
}): DraftSaver {
  const { draftKey, drafts, onWritten, now = Date.now } = parts
  let timer: ReturnType<typeof setTimeout> | undefined
  let newest: Draft | undefined
  let isKept = parts.kept !== undefined
  let lastKey: string | undefined
  // One write after the other, so that an older one cannot end last.
  let writing: Promise<void> = Promise.resolve()

  function keepNow(): void {
    clearTimeout(timer)
    timer = undefined
    const draft = newest
    newest = undefined
    if (!draft) return
    const isWorthKeeping = isDirty(draft) || draft.attempt !== undefined
    // What another tab keeps of the same object is not this one's to remove.
    if (!isWorthKeeping && !isKept) return
    isKept = isWorthKeeping
    const kept = keptOf(draft)
    const key = draftKey(draft.server?.id)
    // A new object that got its id: what was kept of it as a new one must not make another.
    const outdated = lastKey !== undefined && lastKey !== key ? lastKey : undefined
    lastKey = key
    writing = writing
      .then(() => (isWorthKeeping ? drafts.put(key, { ...kept, at: now() }) : drafts.remove(key)))
      .then(() => (outdated === undefined ? undefined : drafts.remove(outdated)))
      // Storage may be full or forbidden; the server's answer is what counts.
      .catch(() => {})
      .then(onWritten)
  }

  return {
    watch(draft) {
      newest = draft
      if (!draft.attempt && !isDirty(draft)) keepNow()
      else timer ??= setTimeout(keepNow, KEEP_AFTER)
    },
    keepNow,
  }
}
