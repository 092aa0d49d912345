import { open as openFile, readFile, writeFile } from 'node:fs/promises'

import { encode } from 'blurhash'
import sharp, { type Metadata, type Sharp } from 'sharp'

import type { ImageChange } from './image-query.ts'
import { LONGEST_SIDE } from './image-query.ts'
import {
  type HeaderTask,
  type ImageAnswer,
  type ImageTask,
  type Inspection,
  type MediaFacts,
  MOST_PIXELS,
  noFacts,
  type Transformation,
} from './image-work.ts'
import { isDiskFull } from '../storage/disk-full.ts'
import { eraseLocation } from './location.ts'

// A process of its own: what a decoder does wrong ends this one, and what takes too long is ended with it.

// Other decoders stay shut, so that what is wrong with them is no one's concern.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadHeifFile',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

const open = (path: string): Sharp =>
  sharp(path, { limitInputPixels: MOST_PIXELS, sequentialRead: true })

/** Side of the picture that a blurhash is made of. */
const SMALL = 32

async function inspect({ path, output, keepsLocation }: Inspection): Promise<MediaFacts> {
  const metadata = await open(path).metadata()
  const isRewritten = await rewrite(path, output, metadata, keepsLocation)
  const image = isRewritten ? open(output) : open(path)
  const { width, height } = isRewritten ? await open(output).metadata() : metadata
  const small = image
    .resize(SMALL, SMALL, { fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
  const { data, info } = await small.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const [x, y] = width >= height ? [4, 3] : [3, 4]
  return {
    width,
    height,
    durationMs: null,
    blurhash: encode(new Uint8ClampedArray(data), info.width, info.height, x, y),
    color: dominantColor(data),
    isRewritten,
  }
}

/** Nothing where its headers cannot be read: a file is kept all the same. */
async function readHeaders({ path, type }: HeaderTask): Promise<MediaFacts> {
  try {
    if (type === 'image/gif') return await gifSize(path)
    const { parseFile } = await import('music-metadata')
    const { format } = await parseFile(path, { duration: false, skipCovers: true })
    const video = format.trackInfo.find((track) => track.video)?.video
    return {
      ...noFacts,
      width: video?.pixelWidth ?? null,
      height: video?.pixelHeight ?? null,
      durationMs: format.duration === undefined ? null : Math.round(format.duration * 1000),
    }
  } catch {
    return noFacts
  }
}

/** Its decoder stays shut, and the first bytes say how large it is. */
async function gifSize(path: string): Promise<MediaFacts> {
  const file = await openFile(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(10), 0, 10, 0)
    return { ...noFacts, width: buffer.readUInt16LE(6), height: buffer.readUInt16LE(8) }
  } finally {
    await file.close()
  }
}

/** @returns whether there was something to change */
async function rewrite(
  path: string,
  output: string,
  { orientation = 1, format, exif, xmp }: Metadata,
  keepsLocation: boolean,
): Promise<boolean> {
  if (orientation > 1) {
    const turned = open(path).autoOrient().keepIccProfile()
    await (keepsLocation ? turned.keepExif() : turned).toFormat(format, best(format)).toFile(output)
    return true
  }
  if (keepsLocation || (exif ?? xmp) === undefined) return false
  if (format !== 'jpeg') {
    if (!hasLocation(exif, xmp)) return false
    await open(path).keepIccProfile().toFormat(format, best(format)).toFile(output)
    return true
  }
  const file = await readFile(path)
  if (!eraseLocation(file)) return false
  await writeFile(output, file, { mode: 0o600 })
  return true
}

/** Tags of EXIF are read by position; that `GPS` is there at all is enough to leave metadata out. */
function hasLocation(exif: Buffer | undefined, xmp: Buffer | undefined): boolean {
  const tag = (bytes: number[]) => exif?.includes(Buffer.from(bytes)) === true
  return tag([0x88, 0x25]) || tag([0x25, 0x88]) || xmp?.includes('exif:GPS') === true
}

/** As good as the original to the eye: it is what all else is made of. */
const best = (format: Metadata['format']) =>
  format === 'jpeg'
    ? { quality: 95, chromaSubsampling: '4:4:4' }
    : format === 'png'
      ? {}
      : { quality: 90 }

const STEPS = 8

/** The mean of the largest group of pixels that are alike. */
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

async function change({ path, output, change: asked }: Transformation): Promise<void> {
  const { width, height } = await open(path).metadata()
  const part = asked.rect && within(asked.rect, width, height)
  let image = resize(open(path), asked, { left: 0, top: 0, width, height, ...part })
  if (asked.blur !== undefined) image = image.blur(Math.max(0.3, asked.blur / 20))
  if (asked.format === 'jpg') image = image.flatten({ background: '#ffffff' })
  await encodeAs(image.keepIccProfile(), asked).toFile(output)
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

function resize(original: Sharp, asked: ImageChange, from: Part): Sharp {
  const pixels = (side: number | undefined, of: number) =>
    side === undefined ? undefined : side < 1 ? Math.max(1, Math.round(side * of)) : side
  const width = pixels(asked.width, from.width)
  const height = pixels(asked.height, from.height)
  const isSized = width !== undefined && height !== undefined
  if (isSized && asked.fit === 'crop' && typeof asked.at === 'object')
    return original.extract(around(asked.at, from, width / height)).resize(width, height)
  const image = asked.rect ? original.extract(from) : original
  if (width === undefined && height === undefined) return image
  // The other side follows, and may be beyond what is answered.
  const most = { width: width ?? LONGEST_SIDE, height: height ?? LONGEST_SIDE }
  if (asked.fit === 'max') return image.resize({ ...most, fit: 'inside', withoutEnlargement: true })
  if (asked.fit === 'clip' || !isSized) return image.resize({ ...most, fit: 'inside' })
  if (asked.fit === 'fill') {
    const background = asked.format === 'jpg' ? '#ffffff' : { r: 0, g: 0, b: 0, alpha: 0 }
    return image.resize({ width, height, fit: 'contain', background })
  }
  const at = typeof asked.at === 'string' ? asked.at : 'centre'
  const position = GRAVITY.get(at) ?? at
  return image.resize({ width, height, fit: 'cover', position })
}

/** The largest part of these proportions whose middle is as near to a point as the image allows. */
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
  // Scales differ: this is as good to the eye as the same figure of the others.
  return image.avif({ quality: Math.round(quality * 0.7), effort: 2 })
}

async function answer(task: ImageTask): Promise<ImageAnswer> {
  try {
    if (task.kind === 'inspect') return { kind: 'done', facts: await inspect(task) }
    if (task.kind === 'headers') return { kind: 'done', facts: await readHeaders(task) }
    await change(task)
    return { kind: 'done' }
  } catch (reason) {
    const message = reason instanceof Error ? reason.message : ''
    // The encoders give the system's words, and no code.
    const isFull = /no space left|quota exceeded/i.test(message)
    if (isFull || isDiskFull(reason)) return { kind: 'full' }
    const isLarge = /pixel limit|too large|exceeds/i.test(message)
    const most = `${MOST_PIXELS / 1_000_000} megapixels`
    return {
      kind: 'refused',
      message: isLarge ? `An image may have at most ${most}.` : 'The image cannot be read.',
    }
  }
}

process.on('message', (task) => {
  // Sent by `image-processes.ts`.
  void answer(task as ImageTask).then((result) => process.send?.(result))
})
// The server is gone.
process.on('disconnect', () => process.exit(0))
