import type { ImageChange } from './image-query.ts'

/** The inspection of an incoming file. */
export interface Inspection {
  kind: 'inspect'
  path: string
  type: string
  /** Path of the changed file: rotated upright, or without its location and owner. */
  output: string
  keepsLocation: boolean
}

export interface Transformation {
  kind: 'change'
  path: string
  output: string
  change: ImageChange
}

export type ImageTask = Inspection | Transformation

/** Types of images that are decoded when they arrive; an image that cannot be decoded is refused. */
export const decodedTypes: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/avif',
]

/** Facts about a file beyond its bytes. */
export interface MediaFacts {
  width: number | null
  height: number | null
  durationMs: number | null
  blurhash: string | null
  /** The dominant colour, as `#rrggbb`. */
  color: string | null
  /** Whether its stored metadata may contain a location; null if that was not checked. */
  mayHoldLocation: boolean | null
  /** Whether `output` was written, and replaces the original. */
  isRewritten: boolean
}

/** A message from the image process. */
export type ImageAnswer =
  | { kind: 'done'; facts?: MediaFacts }
  /** The image cannot be read or is too large. The message is shown to its sender. */
  | { kind: 'refused'; message: string }
  /** The disk has no room for the output. */
  | { kind: 'full' }

/** The process has exceeded its memory limit during the work, and must be ended. */
export interface MemoryAlarm {
  kind: 'memory'
}

export const noFacts: MediaFacts = {
  width: null,
  height: null,
  durationMs: null,
  blurhash: null,
  color: null,
  mayHoldLocation: null,
  isRewritten: false,
}
