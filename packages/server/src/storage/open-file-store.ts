import type { Settings } from '../settings/settings.ts'
import { createDiskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'

type StoreSettings = Pick<
  Settings,
  'DATA_DIR' | 'STORAGE_URL' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>

/** Opens the store that the settings name. The client of S3 is loaded with the first file. */
export function openFileStore(settings: StoreSettings): FileStore {
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
    localFile: async (key, copy, signal) => (await open()).localFile(key, copy, signal),
    stat: async (key) => (await open()).stat(key),
    delete: async (key) => (await open()).delete(key),
    async *list() {
      yield* (await open()).list()
    },
    close: () => void store?.then((files) => files.close()),
  }
}
