import {
  MAX_ANIMATED_OUTPUT_PIXELS,
  MAX_IMAGE_SIDE_PIXELS,
  MAX_OUTPUT_PIXELS,
  MAX_SLOW_OUTPUT_PIXELS,
} from '../limits.ts'
import type { ImageChange } from './image-query.ts'

export interface Size {
  width: number
  height: number
}

/**
 * Returns the size of the resulting image. The original is never enlarged: a larger frame shrinks in proportion until
 * the original fits, and so does a frame beyond the limits.
 */
export function outputSize(change: ImageChange, original: Size, frames = 1): Size {
  const frame = frameOf(change, original)
  const [x, y] = [original.width / frame.width, original.height / frame.height]
  const most = mostPixels(change, frames)
  const scale = Math.min(
    1,
    change.fit === 'fill' ? Math.max(x, y) : Math.min(x, y),
    MAX_IMAGE_SIDE_PIXELS / Math.max(frame.width, frame.height),
    Math.sqrt(most / (frame.width * frame.height)),
  )
  return { width: pixels(frame.width * scale), height: pixels(frame.height * scale) }
}

/** Maximum number of pixels of one frame. */
function mostPixels({ format, blur }: ImageChange, frames: number): number {
  if (format === 'avif' || blur !== undefined) return MAX_SLOW_OUTPUT_PIXELS / frames
  return frames > 1 || format === 'gif' ? MAX_ANIMATED_OUTPUT_PIXELS / frames : MAX_OUTPUT_PIXELS
}

const pixels = (side: number): number => Math.max(1, Math.round(side))

/** Returns the frame that the parameters request, before any limits. */
function frameOf({ fit, ratio, width, height }: ImageChange, original: Size): Size {
  const w = sideOf(width, original.width)
  const h = sideOf(height, original.height)
  const isExact = fit === 'crop' || fit === 'fill'
  if (w !== undefined && h !== undefined) {
    if (isExact) return { width: w, height: h }
    const scale = Math.min(w / original.width, h / original.height)
    return { width: original.width * scale, height: original.height * scale }
  }
  const proportions = (isExact ? ratio : undefined) ?? original.width / original.height
  if (w !== undefined) return { width: w, height: w / proportions }
  if (h !== undefined) return { width: h * proportions, height: h }
  // A crop takes the largest part of these proportions; a fill takes the smallest frame around the whole image.
  const bound = fit === 'fill' ? Math.max : Math.min
  return {
    width: bound(original.width, original.height * proportions),
    height: bound(original.height, original.width / proportions),
  }
}

const sideOf = (side: number | undefined, original: number): number | undefined =>
  side !== undefined && side < 1 ? pixels(side * original) : side
