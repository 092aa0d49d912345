import { clear, createStore, del, entries, set } from 'idb-keyval'

import type { FileToSend } from './send-file.ts'

/** The unsent files of an account, which the browser stores across a reload. */
export interface UploadStore {
  keep(id: string, file: FileToSend): Promise<void>
  remove(id: string): Promise<void>
  all(): Promise<readonly (readonly [id: string, file: FileToSend])[]>
  clear(): Promise<void>
  /** Locks an upload for this tab until it is released. @returns undefined if another tab has the lock */
  hold(id: string): Promise<(() => void) | undefined>
}

/** How long to wait until the page before a reload releases its uploads, in ms. */
const LOCK_TIMEOUT = 5000

/**
 * Creates a store in IndexedDB, which stores large files without reading them. Without IndexedDB, each call rejects.
 */
export function createUploadStore(account: () => string): UploadStore {
  const store = createStore('typecase-uploads', 'files')
  const keyOf = (id: string): string => `${account()} ${id}`
  return {
    keep: async (id, file) => set(keyOf(id), file, store),
    remove: async (id) => del(keyOf(id), store),
    async all() {
      const prefix = keyOf('')
      const storedFiles = await entries<string, FileToSend>(store)
      return storedFiles.flatMap(([key, file]) =>
        key.startsWith(prefix) ? [[key.slice(prefix.length), file] as const] : [],
      )
    },
    clear: async () => clear(store),
    hold: (id) =>
      new Promise((resolve, reject) => {
        // Locks need https. Without them two tabs may send the same bytes, and the server accepts one.
        if (!('locks' in navigator)) return resolve(() => {})
        const signal = AbortSignal.timeout(LOCK_TIMEOUT)
        navigator.locks
          .request(`media.upload ${id}`, { signal }, async () => {
            await new Promise<void>((release) => resolve(release))
          })
          .catch((reason) => (signal.aborted ? resolve(undefined) : reject(reason)))
      }),
  }
}
