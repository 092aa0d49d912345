import { encode } from 'blurhash'
import sharp, { type Metadata, type Sharp } from 'sharp'

import { MAX_IMAGE_PIXELS, MAX_ROTATED_PIXELS } from '../limits.ts'
import { readHeaders } from './image-headers.ts'
import type { ImageChange } from './image-query.ts'
import {
  decodedTypes,
  type ImageAnswer,
  type ImageTask,
  type Inspection,
  type MediaFacts,
  type MemoryAlarm,
  noFacts,
  type Transformation,
} from './image-work.ts'
import { isDiskFull } from '../storage/disk-full.ts'
import { type Removal, removeMetadata } from './metadata/remove-metadata.ts'
import { outputSize } from './output-size.ts'

// This runs in a separate process: a crash or an endless loop in a decoder ends only this one.

// Other decoders are blocked, so their vulnerabilities cannot be exploited.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadHeifFile',
    'VipsForeignLoadNsgifFile',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

/** @param animated opens all frames, not only the first */
const open = (path: string, animated = false): Sharp =>
  sharp(path, { limitInputPixels: MAX_IMAGE_PIXELS, sequentialRead: true, animated })

/** Side of the picture for a blurhash, in pixels. */
const SMALL = 32

const NOT_REMOVED: Removal = { isRewritten: false, mayHoldLocation: true }

async function inspect(task: Inspection): Promise<MediaFacts> {
  const { path, output, type, keepsLocation } = task
  const removal = keepsLocation ? NOT_REMOVED : removeMetadata(path, output, type)
  const facts = { ...noFacts, ...removal }
  if (decodedTypes.includes(type)) return { ...facts, ...(await inspectImage(task, removal)) }
  return { ...facts, ...(await readHeaders(path, type)) }
}

async function inspectImage(
  { path, output, keepsLocation }: Inspection,
  removal: Removal,
): Promise<Partial<MediaFacts>> {
  const before = await open(path).metadata()
  const isTurned = (before.orientation ?? 1) > 1 && canBeTurned(before)
  if (isTurned) await turn(path, output, before, keepsLocation)
  const stored = isTurned || removal.isRewritten ? output : path
  const { width, height } = before.autoOrient
  const small = open(stored)
    .autoOrient()
    .resize(SMALL, SMALL, { fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
  const { data, info } = await small.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const [x, y] = width >= height ? [4, 3] : [3, 4]
  return {
    width,
    height,
    blurhash: encode(new Uint8ClampedArray(data), info.width, info.height, x, y),
    color: dominantColor(data),
    ...(isTurned && { isRewritten: true, mayHoldLocation: keepsLocation }),
  }
}

const canBeTurned = ({ width, height, pages = 1 }: Metadata): boolean =>
  pages === 1 && width * height <= MAX_ROTATED_PIXELS

/** Rotates an image upright, which encodes it again. */
async function turn(
  path: string,
  output: string,
  { format }: Metadata,
  keepsLocation: boolean,
): Promise<void> {
  const turned = open(path).autoOrient().keepIccProfile()
  await (keepsLocation ? turned.keepExif() : turned).toFormat(format, best(format)).toFile(output)
}

/** Returns visually lossless options, since all other versions are derived from this image. */
const best = (format: Metadata['format']) =>
  format === 'jpeg'
    ? // Optimisation keeps all coefficients in memory at once: two thirds of what the largest photos take.
      { quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false }
    : format === 'png'
      ? {}
      : { quality: 90 }

const STEPS = 8

/** Returns the mean colour of the largest group of similar pixels. */
function dominantColor(rgba: Buffer): string {
  const groups = new Map<number, [count: number, r: number, g: number, b: number]>()
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    const [r = 0, g = 0, b = 0] = rgba.subarray(at, at + 3)
    const step = (value: number) => Math.floor((value * STEPS) / 256)
    const key = (step(r) * STEPS + step(g)) * STEPS + step(b)
    const [n, ...sums] = groups.get(key) ?? [0, 0, 0, 0]
    groups.set(key, [n + 1, sums[0] + r, sums[1] + g, sums[2] + b])
  }
  const [count = 1, ...sums] = [...groups.values()].toSorted((a, b) => b[0] - a[0])[0] ?? []
  return `#${sums
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

async function change({ path, output, change: imageChange }: Transformation): Promise<void> {
  const metadata = await open(path).metadata()
  const { width, height } = metadata.autoOrient
  const frames = framesOf(metadata, imageChange)
  const part = imageChange.rect && within(imageChange.rect, width, height)
  const original = frames > 1 ? open(path, true) : open(path).autoOrient()
  let image = resize(original, imageChange, { left: 0, top: 0, width, height, ...part }, frames)
  if (imageChange.blur !== undefined) image = image.blur(Math.max(0.3, imageChange.blur / 20))
  if (imageChange.format === 'jpg') image = image.flatten({ background: '#ffffff' })
  await encodeAs(image.keepIccProfile(), imageChange).toFile(output)
}

/** Returns the number of frames to produce: all in an animated format if they are within the limit, else one. */
function framesOf({ width, height, pages = 1 }: Metadata, { format }: ImageChange): number {
  const isAnimation = format === 'webp' || format === 'gif'
  return isAnimation && width * height * pages <= MAX_IMAGE_PIXELS ? pages : 1
}

interface Part {
  left: number
  top: number
  width: number
  height: number
}

type Rect = NonNullable<ImageChange['rect']>

function within([x, y, w, h]: Rect, width: number, height: number): Part {
  const left = Math.min(x, width - 1)
  const top = Math.min(y, height - 1)
  return { left, top, width: Math.min(w, width - left), height: Math.min(h, height - top) }
}

const GRAVITY = new Map([
  ['bottom', 'south'],
  ['bottom left', 'southwest'],
  ['bottom right', 'southeast'],
  ['left', 'west'],
  ['left top', 'northwest'],
  ['right', 'east'],
  ['right top', 'northeast'],
  ['top', 'north'],
])

function resize(original: Sharp, imageChange: ImageChange, from: Part, frames: number): Sharp {
  const size = outputSize(imageChange, from, frames)
  if (imageChange.fit === 'crop' && typeof imageChange.at === 'object') {
    const part = around(imageChange.at, from, size.width / size.height)
    return original.extract(part).resize({ ...size, fit: 'fill' })
  }
  const image = imageChange.rect ? original.extract(from) : original
  if (imageChange.fit === 'fill') {
    const background = imageChange.format === 'jpg' ? '#ffffff' : { r: 0, g: 0, b: 0, alpha: 0 }
    return image.resize({ ...size, fit: 'contain', background })
  }
  if (imageChange.fit !== 'crop') return image.resize({ ...size, fit: 'fill' })
  // The region of interest differs from frame to frame.
  const isChosen = imageChange.at === 'entropy' || imageChange.at === 'attention'
  const at =
    typeof imageChange.at !== 'string' || (isChosen && frames > 1) ? 'centre' : imageChange.at
  return image.resize({ ...size, fit: 'cover', position: GRAVITY.get(at) ?? at })
}

/** Returns the largest part of these proportions whose centre is as close to a point as the image allows. */
function around([x, y]: [number, number], from: Part, ratio: number): Part {
  const width = Math.max(1, Math.min(from.width, Math.round(from.height * ratio)))
  const height = Math.max(1, Math.min(from.height, Math.round(from.width / ratio)))
  const start = (point: number, of: number, part: number) =>
    Math.round(Math.min(Math.max(0, point * of - part / 2), of - part))
  const left = from.left + start(x, from.width, width)
  return { left, top: from.top + start(y, from.height, height), width, height }
}

function encodeAs(image: Sharp, { format, quality }: ImageChange): Sharp {
  if (format === 'jpg') return image.jpeg({ quality, mozjpeg: false, progressive: true })
  if (format === 'png') return image.png({ compressionLevel: 6 })
  if (format === 'webp') return image.webp({ quality, effort: 2 })
  if (format === 'gif') return image.gif({ effort: 3 })
  // The quality scale of AVIF differs: this looks as good as the same number in the other formats.
  return image.avif({ quality: Math.round(quality * 0.7), effort: 2 })
}

async function answer(task: ImageTask): Promise<ImageAnswer> {
  try {
    if (task.kind === 'inspect') return { kind: 'done', facts: await inspect(task) }
    await change(task)
    return { kind: 'done' }
  } catch (reason) {
    const message = reason instanceof Error ? reason.message : ''
    // The encoders pass on the system's message, but no code.
    const isFull = /no space left|quota exceeded/i.test(message)
    if (isFull || isDiskFull(reason)) return { kind: 'full' }
    const isLarge = /pixel limit|too large|exceeds/i.test(message)
    const most = `${MAX_IMAGE_PIXELS / 1_000_000} megapixels`
    return {
      kind: 'refused',
      message: isLarge ? `An image may have at most ${most}.` : 'The image cannot be read.',
    }
  }
}

/** Memory limit of this process, in bytes. */
const MAX_MEMORY = Number(process.argv[2])
const MEMORY_CHECK_MS = 50

/**
 * Watches the memory of the process: decoders allocate outside of the JavaScript heap, which no option of Node limits.
 */
function watchMemory(): () => void {
  const check = () => {
    const alarm: MemoryAlarm = { kind: 'memory' }
    if (process.memoryUsage.rss() > MAX_MEMORY) process.send?.(alarm)
  }
  check()
  const timer = setInterval(check, MEMORY_CHECK_MS)
  return () => clearInterval(timer)
}

async function work(task: ImageTask): Promise<void> {
  const stop = watchMemory()
  const result = await answer(task)
  stop()
  process.send?.(result)
}

// `image-processes.ts` sends these messages.
process.on('message', (task) => void work(task as ImageTask))
// The server has ended.
process.on('disconnect', () => process.exit(0))
