import { createReadStream } from 'node:fs'
import { access, copyFile, link, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

import { FileMissing, type FileStore, type StoredFile } from './file-store.ts'

const KEY = /^[a-z0-9-]+\/[a-z0-9-]+$/
/** Suffix of a file that is being copied next to its destination from another file system. */
const PART = '.part'

/**
 * Stores files in `DATA_DIR/media`, in a folder for each owner and, since folders should not get too large, in
 * subfolders for the last two characters of the id.
 */
export function createDiskStore(dataDir: string): FileStore {
  const root = join(dataDir, 'media')

  function pathOf(key: string): string {
    if (!KEY.test(key)) throw new Error(`${key} is not a key of the file store.`)
    const [owner = '', id = ''] = key.split('/')
    return join(root, owner, id.slice(-2), id)
  }

  return {
    async put(key, path) {
      const target = pathOf(key)
      const folder = dirname(target)
      // The names of new folders must be as durable as the file's.
      const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 })
      await syncPath(path)
      // A hard link makes a copy unnecessary; it fails between file systems, or on one without hard links.
      await link(path, target).catch(async () => {
        await copyFile(path, target + PART)
        await syncPath(target + PART)
        await rename(target + PART, target)
      })
      await syncPath(folder)
      if (firstCreated !== undefined)
        for (let above = dirname(folder); ; above = dirname(above)) {
          await syncPath(above)
          if (above === dirname(firstCreated)) break
        }
    },

    async read(key, range): Promise<Readable> {
      const path = pathOf(key)
      // The file is opened before the response begins, so a missing one can still be a 404.
      const file = await open(path).catch((reason: unknown) => {
        throw isNoFile(reason) ? new FileMissing(key) : reason
      })
      return createReadStream(path, { fd: file, ...range, highWaterMark: 128 * 1024 })
    },

    async localFile(key) {
      const path = pathOf(key)
      await access(path).catch((reason: unknown) => {
        throw isNoFile(reason) ? new FileMissing(key) : reason
      })
      return path
    },

    async stat(key): Promise<StoredFile | undefined> {
      try {
        return { key, size: (await stat(pathOf(key))).size }
      } catch (reason) {
        if (isNoFile(reason)) return undefined
        throw reason
      }
    },

    delete: (key) => rm(pathOf(key), { force: true }),

    async *list() {
      const files = await opendir(root, { recursive: true }).catch((reason: unknown) => {
        if (isNoFile(reason)) return []
        throw reason
      })
      for await (const entry of files) {
        if (!entry.isFile() || entry.name.endsWith(PART)) continue
        const path = join(entry.parentPath, entry.name)
        const owner = basename(dirname(entry.parentPath))
        yield { key: `${owner}/${entry.name}`, size: (await stat(path)).size }
      }
    },

    close() {},
  }
}

const isCode = (reason: unknown, code: string): boolean =>
  reason instanceof Error && 'code' in reason && reason.code === code

/** Whether an error means that no file of that name exists. */
export const isNoFile = (reason: unknown): boolean => isCode(reason, 'ENOENT')

/** Syncs a file, or the entries of a folder, to disk. */
async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
