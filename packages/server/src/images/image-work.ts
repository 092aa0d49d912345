import type { ImageChange } from './image-query.ts'

/** What an image is asked for when it comes in. */
export interface Inspection {
  kind: 'inspect'
  path: string
  /** Where the image is written when it has to be changed: turned upright, or without the place where it was taken. */
  output: string
  keepsLocation: boolean
}

export interface Transformation {
  kind: 'change'
  path: string
  output: string
  change: ImageChange
}

/** How long and how large a film or sound is, as its headers say. */
export interface HeaderTask {
  kind: 'headers'
  path: string
  type: string
}

export type ImageTask = Inspection | Transformation | HeaderTask

/** What is known of a file beyond its bytes. */
export interface MediaFacts {
  width: number | null
  height: number | null
  durationMs: number | null
  blurhash: string | null
  /** The one that most of it has, as `#rrggbb`. */
  color: string | null
  /** Whether `output` was written, and takes the place of the original. */
  isRewritten: boolean
}

/** What the process of images answers. */
export type ImageAnswer =
  | { kind: 'done'; facts?: MediaFacts }
  /** The image cannot be read or is too large. The message is shown to its sender. */
  | { kind: 'refused'; message: string }
  /** There is no room for what it was to write. */
  | { kind: 'full' }

/** Pixels that an image may have: those of the largest cameras. Decoded whole, each takes up to 4 bytes. */
export const MOST_PIXELS = 100_000_000

export const noFacts: MediaFacts = {
  width: null,
  height: null,
  durationMs: null,
  blurhash: null,
  color: null,
  isRewritten: false,
}
