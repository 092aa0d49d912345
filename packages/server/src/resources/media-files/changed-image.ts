import { rm } from 'node:fs/promises'

import type { App } from '../../app.ts'
import { changeKey, type ImageChange } from '../../images/image-query.ts'
import { createSharedWork } from '../../shared-work.ts'
import { storeKey } from '../../storage/stored-files.ts'
import type { ServedFile } from './served-file.ts'

export interface ChangedImage {
  path: string
  size: number
}

/** The caller that waits for an image. */
export interface ImageCaller {
  lane: string
  signal: AbortSignal
  /** Called for an image that is neither cached nor being made; may refuse it by throwing. */
  count?: () => void
}

/** Creates a service that derives images from others, and caches them. */
export function createChangedImages({ images, store }: Pick<App, 'images' | 'store'>) {
  const making = createSharedWork<ChangedImage>()

  async function make(
    { owner, file_id }: ServedFile,
    change: ImageChange,
    lane: string,
    signal: AbortSignal,
  ): Promise<ChangedImage> {
    const [copy, output] = [await images.cache.newPath(), await images.cache.newPath()]
    try {
      // An original in a remote store is fetched only when its turn comes, so that queued work takes no disk space.
      await images.processes.run(lane, signal, async () => {
        const path = await store.localFile(storeKey(owner, file_id), copy, signal)
        return { kind: 'change', path, output, change }
      })
      return await images.cache.keep(output, file_id, changeKey(change))
    } finally {
      await rm(copy, { force: true })
      await rm(output, { force: true })
    }
  }

  return async (
    file: ServedFile,
    change: ImageChange,
    { lane, signal, count }: ImageCaller,
  ): Promise<ChangedImage> => {
    const name = changeKey(change)
    const cached = await images.cache.find(file.file_id, name)
    if (cached) return cached
    return making.run(`${file.file_id} ${name}`, signal, (stopped) => {
      count?.()
      return make(file, change, lane, stopped)
    })
  }
}
