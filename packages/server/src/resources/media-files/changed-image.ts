import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

import type { App } from '../../app.ts'
import { changeKey, type ImageChange } from '../../images/image-query.ts'
import { storeKey } from '../../storage/stored-files.ts'
import type { ServedFile } from './served-file.ts'

export interface ChangedImage {
  path: string
  size: number
}

/** Makes images of others, and keeps them. Requests for one that is being made wait for it. */
export function createChangedImages({ images, store }: Pick<App, 'images' | 'store'>) {
  const making = new Map<string, Promise<ChangedImage>>()

  async function make(
    { owner, file_id }: ServedFile,
    change: ImageChange,
    name: string,
    lane: string,
  ): Promise<ChangedImage> {
    const [path, output] = [await images.cache.newPath(), await images.cache.newPath()]
    try {
      await pipeline(
        await store.read(storeKey(owner, file_id)),
        createWriteStream(path, { mode: 0o600 }),
      )
      const task = { kind: 'change', path, output, change } as const
      // Others may wait for the same image after this caller has left.
      await images.processes.run(lane, NEVER, task)
      return await images.cache.keep(output, file_id, name)
    } finally {
      await rm(path, { force: true })
      await rm(output, { force: true })
    }
  }

  return async (file: ServedFile, change: ImageChange, lane: string): Promise<ChangedImage> => {
    const name = changeKey(change)
    const known = await images.cache.find(file.file_id, name)
    if (known) return known
    const key = `${file.file_id} ${name}`
    const made = making.get(key) ?? make(file, change, name, lane).finally(() => making.delete(key))
    making.set(key, made)
    return made
  }
}

const NEVER = new AbortController().signal
