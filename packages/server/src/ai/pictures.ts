import { readFile } from 'node:fs/promises'

import type { App } from '../app.ts'
import { invalid } from '../http/failure.ts'
import { createChangedImages } from '../resources/media-files/changed-image.ts'
import { findServed } from '../resources/media-files/served-file.ts'

/** Types of pictures that a model can see. */
export const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/** Large enough to recognise the subject, yet cheap. */
const PREVIEW_FORMAT = { width: 768, height: 768, fit: 'max', format: 'jpg', quality: 80 } as const

/** Creates a function that prepares pictures of a bucket for a model. */
export function createModelPictures(app: App) {
  const changed = createChangedImages(app)

  /** @throws Failure `invalid` at `field` if the bucket has no such picture */
  return async function pictureOf(
    bucketId: string,
    name: string,
    field: string,
    signal: AbortSignal,
  ) {
    const file = await findServed(app, name)
    if (file?.owner !== bucketId || !PICTURES.includes(file.type))
      throw invalid(
        field,
        `${field} must be an image in this bucket: JPEG, PNG, WebP or AVIF`,
        'reference',
      )
    const { path } = await changed(file, PREVIEW_FORMAT, { lane: bucketId, signal })
    return { type: 'image/jpeg', bytes: await readFile(path) }
  }
}

/** Returns the name of a media, which is the last part of its address. */
export function nameInAddress(address: string): string {
  const last = address.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
