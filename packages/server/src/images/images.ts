import type { Settings } from '../settings/settings.ts'
import { createImageCache, type ImageCache } from './image-cache.ts'
import { createImageProcesses, type ImageProcesses } from './image-processes.ts'

/** The processes for work on images, and the cache of their results. */
export interface Images {
  readonly processes: ImageProcesses
  readonly cache: ImageCache
}

export const createImages = ({
  DATA_DIR,
  IMAGE_CACHE,
}: Pick<Settings, 'DATA_DIR' | 'IMAGE_CACHE'>): Images => ({
  processes: createImageProcesses(),
  cache: createImageCache(DATA_DIR, IMAGE_CACHE),
})
