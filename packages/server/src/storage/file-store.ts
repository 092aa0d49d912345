import type { Readable } from 'node:stream'

import type { Settings } from '../settings/settings.ts'
import { createDiskStore } from './disk-store.ts'

/** Bytes of a file, both ends included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** What a store holds under a key. */
export interface StoredFile {
  readonly key: string
  readonly size: number
}

/**
 * Where the bytes of media are kept: on disk or in S3. A key is `<owner>/<id>`, in letters, digits and `-`. Bytes under a key never
 * change, so there is nothing to overwrite.
 */
export interface FileStore {
  /**
   * Takes over a finished file of this machine: once it returns, the bytes are durable and the file is the store's. What fails in the
   * middle is never seen under the key.
   */
  put(key: string, path: string): Promise<void>
  /** @throws FileMissing */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** @returns undefined where there is nothing under the key */
  stat(key: string): Promise<StoredFile | undefined>
  /** Deletes what is there; nothing there is no error. */
  delete(key: string): Promise<void>
  /** Everything that is kept, in no order. */
  list(): AsyncIterable<StoredFile>
  close(): void
}

export class FileMissing extends Error {
  constructor(key: string) {
    super(`The file store has nothing under ${key}.`)
  }
}

type StoreSettings = Pick<
  Settings,
  'DATA_DIR' | 'STORAGE_URL' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>

/** The store that the settings name. The client of S3 is loaded with the first file. */
export function createFileStore(settings: StoreSettings): FileStore {
  const { STORAGE_URL: url, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = settings
  if (url === undefined) return createDiskStore(settings.DATA_DIR)
  let store: Promise<FileStore> | undefined
  const open = () =>
    (store ??= import('./s3-store.ts').then(({ createS3Store }) =>
      createS3Store(url, { id, secret }),
    ))
  return {
    put: async (key, path) => (await open()).put(key, path),
    read: async (key, range) => (await open()).read(key, range),
    stat: async (key) => (await open()).stat(key),
    delete: async (key) => (await open()).delete(key),
    async *list() {
      yield* (await open()).list()
    },
    close: () => void store?.then((opened) => opened.close()),
  }
}
