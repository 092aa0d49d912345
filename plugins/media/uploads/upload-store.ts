import { clear, createStore, del, entries, set } from 'idb-keyval'

import type { FileToSend } from './send-file.ts'

/** The files of an account that are not sent yet, as the browser keeps them over a reload. */
export interface UploadStore {
  keep(id: string, file: FileToSend): Promise<void>
  remove(id: string): Promise<void>
  all(): Promise<readonly (readonly [id: string, file: FileToSend])[]>
  clear(): Promise<void>
  /** Makes an upload this tab's own until it is released. @returns undefined where another tab keeps it */
  hold(id: string): Promise<(() => void) | undefined>
}

/** How long to wait for the page before a reload to release its uploads, ms. */
const LOCK_TIMEOUT = 5000

/** In IndexedDB, which stores large files without reading them. Without it, each call rejects. */
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
        // Only where the page is on https. Without it two tabs may send the same bytes, and the server takes one.
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
