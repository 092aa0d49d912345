import { randomUUID } from 'node:crypto'
import { mkdir, opendir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

import { isNoFile } from '../storage/disk-store.ts'

/** Minimum interval between updates of an image's last use, in ms: precise enough to find unused images. */
const NOTED_EVERY = 3600 * 1000
/** Share of the limit that remains filled after files had to be deleted. */
const REMAINING_SHARE = 0.9

interface CachedImage {
  path: string
  size: number
}

export interface ImageCache {
  /** @returns undefined for a missing image */
  find(fileId: string, name: string): Promise<CachedImage | undefined>
  /** Returns a path for a new image, before it enters the cache. */
  newPath(): Promise<string>
  /** Adds the file at a path to the cache. */
  keep(path: string, fileId: string, name: string): Promise<CachedImage>
  /** Deletes all images derived from a file. */
  forget(fileId: string): Promise<void>
  /** Deletes the least recently used images beyond the limit. */
  trim(): Promise<void>
}

/**
 * Derived images in `DATA_DIR/cache/images`. Each can be generated again, so they are on the local disk, independent of
 * the store of the originals (decision 0057).
 * @param most limit in bytes
 */
export function createImageCache(dataDir: string, most: number): ImageCache {
  const root = join(dataDir, 'cache', 'images')
  const folderOf = (fileId: string) => join(root, fileId.slice(-2), fileId)
  /** Bytes in the cache, as far as this process knows; another process counts what it adds itself. */
  let size: number | undefined
  let trimming: Promise<void> | undefined

  async function all(): Promise<(CachedImage & { usedAt: number })[]> {
    const cachedImages: (CachedImage & { usedAt: number })[] = []
    try {
      for await (const entry of await opendir(root, { recursive: true })) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name)
        const about = await stat(path).catch(() => undefined)
        if (about) cachedImages.push({ path, size: about.size, usedAt: about.mtimeMs })
      }
    } catch (reason) {
      if (!isNoFile(reason)) throw reason
    }
    return cachedImages
  }

  async function trimOnce(): Promise<void> {
    const files = await all()
    let total = files.reduce((sum, file) => sum + file.size, 0)
    if (total > most) {
      for (const file of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
        if (total <= most * REMAINING_SHARE) break
        await rm(file.path, { force: true })
        total -= file.size
      }
    }
    size = total
  }

  const trim = () => (trimming ??= trimOnce().finally(() => (trimming = undefined)))

  return {
    async find(fileId, name) {
      const path = join(folderOf(fileId), name)
      try {
        const about = await stat(path)
        const now = new Date()
        if (now.getTime() - about.mtimeMs > NOTED_EVERY) await utimes(path, now, now)
        return { path, size: about.size }
      } catch (reason) {
        if (isNoFile(reason)) return undefined
        throw reason
      }
    },

    async newPath() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      return join(root, `${randomUUID()}.part`)
    },

    async keep(path, fileId, name) {
      const target = join(folderOf(fileId), name)
      await mkdir(folderOf(fileId), { recursive: true, mode: 0o700 })
      await rename(path, target)
      const about = await stat(target)
      if (size !== undefined) size += about.size
      if (size === undefined || size > most) await trim()
      return { path: target, size: about.size }
    },

    forget: (fileId) => rm(folderOf(fileId), { recursive: true, force: true }),

    trim,
  }
}
