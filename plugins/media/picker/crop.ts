import type { ManagedMedia } from '@typecase/contract/media'
import { focalPointIn, type PictureUse } from '@typecase/contract/picture-use'

export interface Size {
  readonly width: number
  readonly height: number
}

/** A part of a picture, in pixels of the picture. */
export interface Frame extends Size {
  readonly left: number
  readonly top: number
}

/** The crop being edited. The focal point is relative to the file, so moving the frame does not move it. */
export interface Crop {
  readonly frame: Frame
  readonly focal: readonly [x: number, y: number] | undefined
}

export const ratios = [
  { id: 'free', label: 'Free' },
  { id: 'original', label: 'Original' },
  { id: '16:9', label: '16:9' },
  { id: '4:3', label: '4:3' },
  { id: '1:1', label: '1:1' },
] as const
export type RatioId = (typeof ratios)[number]['id']

/** Returns width divided by height, or undefined if the frame may have any ratio. */
export function ratioOf(id: RatioId, { width, height }: Size): number | undefined {
  if (id === 'free') return undefined
  if (id === 'original') return width / height
  const [w = 1, h = 1] = id.split(':').map(Number)
  return w / h
}

/** The minimum length of a side, in pixels. */
const LEAST = 10

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most))

/** Limits a frame to the picture, in whole pixels. */
export function within(frame: Frame, size: Size): Frame {
  const width = Math.round(clamp(frame.width, Math.min(LEAST, size.width), size.width))
  const height = Math.round(clamp(frame.height, Math.min(LEAST, size.height), size.height))
  return {
    width,
    height,
    left: Math.round(clamp(frame.left, 0, size.width - width)),
    top: Math.round(clamp(frame.top, 0, size.height - height)),
  }
}

/** Returns the largest frame of a ratio around the middle of another frame. */
export function ofRatio(frame: Frame, ratio: number, size: Size): Frame {
  const width = Math.min(size.width, size.height * ratio)
  return about(middleOf(frame), { width, height: width / ratio }, size)
}

const middleOf = ({ left, top, width, height }: Frame) =>
  [left + width / 2, top + height / 2] as const

/** Returns a frame of a size around a point, as close to it as the picture allows. */
export function about(
  [x, y]: readonly [number, number],
  { width, height }: Size,
  size: Size,
): Frame {
  return within({ left: x - width / 2, top: y - height / 2, width, height }, size)
}

/** Scales a frame by a factor around its middle, and keeps its proportions. */
export function scaleFrame(frame: Frame, factor: number, size: Size): Frame {
  const { width, height } = frame
  const most = Math.min(size.width / width, size.height / height)
  const least = Math.max(LEAST / width, LEAST / height)
  const by = clamp(factor, Math.min(least, most), most)
  return about(middleOf(frame), { width: width * by, height: height * by }, size)
}

/** The sides that a handle moves: -1 left or top, 1 right or bottom, 0 none. */
export type Handle = readonly [x: -1 | 0 | 1, y: -1 | 0 | 1]

/** Returns a frame after a drag of one of its handles. With a ratio, the other side follows. */
export function dragFrame(
  frame: Frame,
  [hx, hy]: Handle,
  [dx, dy]: readonly [number, number],
  ratio: number | undefined,
  size: Size,
): Frame {
  const right = frame.left + frame.width
  const bottom = frame.top + frame.height
  // The space from the sides that stay fixed.
  const roomX = hx < 0 ? right : size.width - frame.left
  const roomY = hy < 0 ? bottom : size.height - frame.top
  let width = clamp(frame.width + hx * dx, LEAST, roomX)
  let height = clamp(frame.height + hy * dy, LEAST, roomY)
  if (ratio !== undefined) {
    if (hx === 0) width = height * ratio
    width = Math.min(width, roomX, roomY * ratio)
    height = width / ratio
  }
  return within(
    {
      width,
      height,
      left: hx < 0 ? right - width : frame.left,
      top: hy < 0 ? bottom - height : frame.top,
    },
    size,
  )
}

type MeasuredMedia = Pick<ManagedMedia, 'width' | 'height' | 'metadata'>

export const sizeOf = ({ width, height }: MeasuredMedia): Size => ({
  width: width ?? 1,
  height: height ?? 1,
})

/** Returns the present crop. A use without a focal point starts with that of the file. */
export function cropOf(media: MeasuredMedia, { rect, focalPoint }: PictureUse): Crop {
  const size = sizeOf(media)
  const [left, top, width, height] = rect ?? [0, 0, size.width, size.height]
  const frame = within({ left, top, width, height }, size)
  if (focalPoint) {
    const [x, y] = focalPoint
    return { frame, focal: [frame.left + x * frame.width, frame.top + y * frame.height] }
  }
  const ofFile = focalPointIn(media.metadata)
  return { frame, focal: ofFile && [ofFile[0] * size.width, ofFile[1] * size.height] }
}

/** Returns the stored form of a crop, which is empty for an uncropped picture. */
export function pictureUse({ frame, focal }: Crop, size: Size): PictureUse {
  const { left, top, width, height } = frame
  const isWhole = width === size.width && height === size.height
  const share = (at: number, from: number, of: number) => clamp((at - from) / of, 0, 1)
  return {
    ...(!isWhole && { rect: [left, top, width, height] as const }),
    ...(focal && {
      focalPoint: [share(focal[0], left, width), share(focal[1], top, height)] as const,
    }),
  }
}
