import type { UseStore } from 'idb-keyval'
import { createStore, del, delMany, entries, get, set } from 'idb-keyval'

import type { LocalChanges } from './draft.ts'

/** Unsaved changes in this browser, with the time they were last kept (UNIX ms). */
export interface StoredDraft extends LocalChanges {
  readonly at: number
}

/** A draft with its key. */
export interface NamedDraft {
  readonly key: string
  readonly draft: StoredDraft
}

/** Keeps unsaved changes until the server has them. All of it may fail, as in a private window. */
export interface DraftStore {
  get(key: string): Promise<StoredDraft | undefined>
  put(key: string, draft: StoredDraft): Promise<void>
  remove(key: string): Promise<void>
  /** All whose key begins with this, the newest first. */
  list?(prefix: string): Promise<readonly NamedDraft[]>
  /** Whether the last time went well. */
  works?(): boolean
}

/**
 * Names a draft: unsaved text is no one else's business, and what is typed into one new object does not end up in
 * another one.
 * @param parts.visit of the page of a new object; '' begins the keys of all of them
 */
export function draftKey(parts: {
  userID: string
  bucketSlug: string
  objectID: string | undefined
  type: string
  locale: string | null
  visit: string
}): string {
  const { userID, bucketSlug, objectID, type, locale, visit } = parts
  return [userID, bucketSlug, objectID ?? `new:${type}:${locale ?? ''}:${visit}`].join('/')
}

/** Days after which no one comes back for a draft: as long as a deleted object can be restored. */
const KEEP_DAYS = 30

let opened: UseStore | undefined
let hasForgotten = false

/** Opened at the first use: in some private windows there is no IndexedDB. */
function store(): UseStore {
  opened ??= createStore('typecase-drafts', 'objects')
  return opened
}

/** Drafts in IndexedDB. */
export function browserDrafts(): DraftStore {
  let isWorking = true
  async function tried<T>(work: () => Promise<T>): Promise<T> {
    try {
      const answer = await work()
      isWorking = true
      return answer
    } catch (error) {
      isWorking = false
      throw error
    }
  }
  return {
    get: (key) => tried(() => get<StoredDraft>(key, store())),
    put: (key, draft) => tried(() => set(key, draft, store())),
    remove: (key) => tried(() => del(key, store())),
    async list(prefix) {
      const all = await tried(() => entries<string, StoredDraft>(store()))
      return all
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, draft]) => ({ key, draft }))
        .toSorted((a, b) => b.draft.at - a.draft.at)
    },
    works: () => isWorking,
  }
}

/** Removes drafts that were left behind long ago, once in a page's life. Never rejects. @param now UNIX ms */
export async function forgetOldDrafts(now: number = Date.now()): Promise<void> {
  if (hasForgotten) return
  hasForgotten = true
  try {
    const all = await entries<string, StoredDraft>(store())
    const old = all.filter(([, { at }]) => at < now - KEEP_DAYS * 86_400_000)
    if (old.length > 0) {
      await delMany(
        old.map(([key]) => key),
        store(),
      )
    }
  } catch {
    // Without storage there is nothing to forget.
  }
}
