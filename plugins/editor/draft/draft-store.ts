import type { UseStore } from 'idb-keyval'
import { createStore, del, delMany, entries, get, set } from 'idb-keyval'

import type { LocalChanges } from './draft.ts'

/** Unsaved changes in this browser, and when they were last stored (UNIX ms). */
export interface StoredDraft extends LocalChanges {
  readonly at: number
}

/** A draft with its key. */
export interface NamedDraft {
  readonly key: string
  readonly draft: StoredDraft
}

/** Stores unsaved changes until the server has them. Every method may fail, as in a private window. */
export interface DraftStore {
  get(key: string): Promise<StoredDraft | undefined>
  put(key: string, draft: StoredDraft): Promise<void>
  remove(key: string): Promise<void>
  /** Returns all drafts whose key begins with the prefix, newest first. */
  list?(prefix: string): Promise<readonly NamedDraft[]>
  /** Whether the last operation succeeded. */
  works?(): boolean
}

/**
 * Returns the key of a draft. Each user has separate drafts, and each new object has its own.
 * @param parts.visit names the visit to the page of a new object; '' returns the common prefix of all new objects
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

/** Days until an abandoned draft is deleted: as long as a deleted object can be restored. */
const KEEP_DAYS = 30

let database: UseStore | undefined
let hasForgotten = false

/** Opens the store on first use, because some private windows have no IndexedDB. */
function store(): UseStore {
  database ??= createStore('typecase-drafts', 'objects')
  return database
}

/** Returns a store of drafts in IndexedDB. */
export function browserDrafts(): DraftStore {
  let isWorking = true
  async function attempt<T>(work: () => Promise<T>): Promise<T> {
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
    get: (key) => attempt(() => get<StoredDraft>(key, store())),
    put: (key, draft) => attempt(() => set(key, draft, store())),
    remove: (key) => attempt(() => del(key, store())),
    async list(prefix) {
      const all = await attempt(() => entries<string, StoredDraft>(store()))
      return all
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, draft]) => ({ key, draft }))
        .toSorted((a, b) => b.draft.at - a.draft.at)
    },
    works: () => isWorking,
  }
}

/** Deletes drafts abandoned long ago, once per page load. Never rejects. @param now UNIX ms */
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
    // Without storage there are no drafts to delete.
  }
}
