import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { colorAt, photo, picture, pngOfSize } from '../testing/pictures.ts'
import { animation, greyJpeg, heic, privateIn, tiff } from './metadata/files.fixture.ts'
import { createImageProcesses, type ImageProcesses } from './image-processes.ts'
import { readImageQuery } from './image-query.ts'
import type { MediaFacts } from './image-work.ts'

let folder: string
let images: ImageProcesses
let count = 0
const { signal } = new AbortController()
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'typecase-images-'))
  images = createImageProcesses()
})
afterAll(() => {
  images.close()
  rmSync(folder, { recursive: true, force: true })
})

function files(bytes: Buffer): { path: string; output: string } {
  const path = join(folder, String((count += 1)))
  writeFileSync(path, bytes)
  return { path, output: `${path}.out` }
}

const png = (paths: { path: string; output: string }) =>
  ({ kind: 'inspect', type: 'image/png', ...paths, keepsLocation: false }) as const

async function inspect(bytes: Buffer, type = 'image/png', keepsLocation = false) {
  const paths = files(bytes)
  const facts = await images.run('test', signal, {
    kind: 'inspect',
    type,
    ...paths,
    keepsLocation,
  })
  const { isRewritten } = facts as MediaFacts
  return { facts, stored: readFileSync(isRewritten ? paths.output : paths.path) }
}

async function change(bytes: Buffer, query: Record<string, string>, type = 'image/png') {
  const paths = files(bytes)
  const { change: imageChange } = readImageQuery(type, query)
  if (!imageChange) throw new Error('nothing to change')
  await images.run('test', signal, { kind: 'change', ...paths, change: imageChange })
  return readFileSync(paths.output)
}

test('a file that is no image, is cut off or too large is refused, and the next one is read', async () => {
  const square = await picture(400, 400).png().toBuffer()
  const broken: [Buffer, string][] = [
    [Buffer.from('none'), 'The image cannot be read.'],
    [square.subarray(0, square.length >> 1), 'The image cannot be read.'],
    [await pngOfSize(40_000, 25_000), 'An image may have at most 300 megapixels.'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'The image cannot be read.'],
    [await picture().tiff().toBuffer(), 'The image cannot be read.'],
  ]
  for (const [bytes, message] of broken)
    await expect(inspect(bytes)).rejects.toMatchObject({ code: 'invalid', message })
  expect((await inspect(square)).facts).toMatchObject({ width: 400, height: 400 })
})

test('an image that takes too long is refused, its process ends, and the next image is read', async () => {
  const processes = createImageProcesses()
  const large = files(await picture(4000, 4000).png().toBuffer())
  const small = files(await picture(600, 400).png().toBuffer())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const work = processes.run('test', signal, png(large))
    while (vi.getTimerCount() === 0) await new Promise(setImmediate)
    vi.advanceTimersByTime(30_000)
    const message = 'The image takes too long to read.'
    await expect(work).rejects.toMatchObject({ code: 'invalid', message })
    expect(processes.size).toBe(0)
    expect(await processes.run('test', signal, png(small))).toMatchObject({ width: 600 })
  } finally {
    vi.useRealTimers()
    processes.close()
  }
})

test('an image that takes too much memory is refused, and its process ends', async () => {
  const small = createImageProcesses({ memory: 1 })
  const paths = files(await picture().png().toBuffer())
  const work = small.run('test', signal, png(paths))
  const message = 'The image takes too much memory to read.'
  await expect(work).rejects.toMatchObject({ code: 'invalid', message })
  expect(small.size).toBe(0)
})

test('aborting a task ends its process, and the next task runs', async () => {
  const processes = createImageProcesses()
  const leaving = new AbortController()
  const paths = files(await picture(600, 400).png().toBuffer())
  const { change: imageChange } = readImageQuery('image/png', { fm: 'avif' })
  if (!imageChange) throw new Error('nothing to change')
  const work = processes.run('test', leaving.signal, async () => {
    setImmediate(() => leaving.abort(new Error('left')))
    return { kind: 'change', ...paths, change: imageChange }
  })
  await expect(work).rejects.toThrow('left')
  expect([processes.size, existsSync(paths.output)]).toEqual([0, false])
  const next = processes.run('test', signal, png(paths))
  expect(await next).toMatchObject({ width: 600 })
  processes.close()
})

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'reads the size and colours of a %s',
  async (format) => {
    const { facts } = await inspect(
      await picture(60, 40).toFormat(format).toBuffer(),
      `image/${format}`,
    )
    expect(facts).toEqual({
      width: 60,
      height: 40,
      durationMs: null,
      blurhash: expect.stringMatching(/^.{28}$/),
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      mayHoldLocation: false,
      isRewritten: false,
    })
  },
)

test('a photo is turned upright and loses its location', async () => {
  const { facts, stored } = await inspect(await photo(6), 'image/jpeg')
  expect(facts).toMatchObject({ width: 40, height: 80, isRewritten: true })
  expect((await sharp(stored).metadata()).orientation ?? 1).toBe(1)
  // After a rotation to the right, the top left has become the top right.
  expect(await colorAt(stored, 0.9, 0.1)).toBe('f00')
  expect(stored.includes('GPS')).toBe(false)
})

test('an upright photo loses only its location, and keeps each pixel and its author', async () => {
  const before = await photo(1)
  const { facts, stored } = await inspect(before, 'image/jpeg')
  expect(facts).toMatchObject({ isRewritten: true, width: 80, height: 40 })
  expect(stored.length).toBe(before.length)
  expect(stored.includes('Ada Lovelace')).toBe(true)
  const header = Buffer.from([51, 0, 0, 0, 1, 0, 0, 0, 30, 0, 0, 0])
  const reversed = Buffer.from([0, 0, 0, 51, 0, 0, 0, 1, 0, 0, 0, 30])
  expect(before.includes(header) || before.includes(reversed)).toBe(true)
  expect(stored.includes(header) || stored.includes(reversed)).toBe(false)
  expect(await sharp(stored).raw().toBuffer()).toEqual(await sharp(before).raw().toBuffer())
})

test('a file stays unchanged if its location is to be kept', async () => {
  const before = await photo(1)
  const { facts, stored } = await inspect(before, 'image/jpeg', true)
  expect(facts).toMatchObject({ isRewritten: false, mayHoldLocation: true })
  expect(stored.equals(before)).toBe(true)
})

test('an image of 300 megapixels is accepted and resized, and a larger one is refused', async () => {
  const bytes = await greyJpeg(20_000, 15_000)
  const { facts } = await inspect(bytes, 'image/jpeg')
  expect(facts).toMatchObject({ width: 20_000, height: 15_000, color: '#808080' })
  const small = await sharp(await change(bytes, { w: '400' }, 'image/jpeg')).metadata()
  expect(small).toMatchObject({ width: 400, height: 300 })
  await expect(inspect(await greyJpeg(20_000, 15_001), 'image/jpeg')).rejects.toMatchObject({
    message: 'An image may have at most 300 megapixels.',
  })
})

test('a photo above 100 megapixels keeps its orientation in the file, and is served upright', async () => {
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), tiff(false, 6)])
  const plain = await greyJpeg(12_500, 8001)
  const length = Buffer.from([0xff, 0xe1, (exif.length + 2) >> 8, (exif.length + 2) & 255])
  const bytes = Buffer.concat([plain.subarray(0, 2), length, exif, plain.subarray(2)])
  const { facts, stored } = await inspect(bytes, 'image/jpeg')
  expect(facts).toMatchObject({
    width: 8001,
    height: 12_500,
    isRewritten: true,
    mayHoldLocation: false,
  })
  expect((await sharp(stored).metadata()).orientation).toBe(6)
  expect(privateIn(stored)).toEqual([])
  const small = await sharp(await change(stored, { h: '250' }, 'image/jpeg')).metadata()
  expect(small).toMatchObject({ width: 160, height: 250 })
  expect(small.orientation).toBeUndefined()
})

test.each<[string, Record<string, string>, string, number, number, number]>([
  ['gif', { w: '20' }, 'gif', 20, 10, 2],
  ['webp', { w: '20' }, 'webp', 20, 10, 2],
  ['gif', { w: '20', fm: 'webp' }, 'webp', 20, 10, 2],
  ['webp', { w: '10', h: '10', fit: 'crop', crop: 'entropy' }, 'webp', 10, 10, 2],
  ['gif', { rect: '0,0,10,20', w: '5' }, 'gif', 5, 10, 2],
  ['gif', { w: '20', h: '20', fit: 'fill' }, 'gif', 20, 20, 2],
  ['gif', { w: '20', fm: 'png' }, 'png', 20, 10, 1],
  ['webp', { w: '20', fm: 'jpg' }, 'jpeg', 20, 10, 1],
])(
  'an animated %s with %j becomes a %s of %i × %i and %i frames',
  async (from, query, format, width, height, frames) => {
    const output = await change(await animation(from as 'gif'), query, `image/${from}`)
    const metadata = await sharp(output, { animated: true }).metadata()
    expect({
      ...metadata,
      height: metadata.pageHeight ?? metadata.height,
      pages: metadata.pages ?? 1,
    }).toMatchObject({
      format,
      width,
      height,
      pages: frames,
      ...(frames > 1 && { delay: [100, 200], loop: 3 }),
    })
  },
)

test('an animation of more than 300 megapixels in all frames is served as its first frame', async () => {
  const framesOf = async (count: number, side: number) => {
    const file = await animation('webp', count)
    // The frames are drawn on a canvas of this size.
    const canvas = file.indexOf('VP8X') + 12
    file.writeUIntLE(side - 1, canvas, 3)
    file.writeUIntLE(side - 1, canvas + 3, 3)
    const output = await change(file, { w: '20' }, 'image/webp')
    return (await sharp(output, { animated: true }).metadata()).pages ?? 1
  }
  expect([await framesOf(76, 200), await framesOf(76, 2000)]).toEqual([76, 1])
})

test.each<[string, () => Buffer | Promise<Buffer>, number, number]>([
  ['image/gif', () => animation('gif'), 40, 20],
  ['image/tiff', () => tiff(true), 3, 2],
  ['image/tiff', () => tiff(true, 6), 2, 3],
  ['image/heic', heic, 40, 30],
  ['image/svg+xml', () => Buffer.from('<svg xmlns="x" width="2in" height="96"/>'), 192, 96],
  ['image/svg+xml', () => Buffer.from('<svg viewBox="0 0 30 10" width="60"/>'), 60, 20],
  ['image/svg+xml', () => Buffer.from("<svg width='100%' viewBox='0,0 30.4,10'/>"), 30, 10],
])('reads the size of a %s from its headers', async (type, make, width, height) => {
  const { facts } = await inspect(await make(), type)
  expect(facts).toMatchObject({ width, height })
})

test.each([
  ['image/svg+xml', '<svg width="0" height="1e9"/>'],
  ['image/svg+xml', '<svg width="5'],
  ['image/tiff', 'II*\0\xff\xff\xff\xff'],
  ['image/heic', 'ftyp'],
  ['image/gif', 'GIF'],
])('a %s with %j is stored without a size', async (type, bytes) => {
  const { facts } = await inspect(Buffer.from(bytes, 'latin1'), type)
  expect(facts).toMatchObject({ width: null, height: null })
})

test.each<[Record<string, string>, string, number, number]>([
  [{ w: '40' }, 'png', 40, 20],
  [{ h: '10' }, 'png', 20, 10],
  [{ w: '0.5' }, 'png', 40, 20],
  [{ w: '40', dpr: '2' }, 'png', 80, 40],
  [{ w: '160' }, 'png', 80, 40],
  [{ w: '160', h: '160', fit: 'crop' }, 'png', 40, 40],
  [{ w: '160', h: '160', fit: 'fill' }, 'png', 80, 80],
  [{ ar: '1:1', fit: 'crop', 'fp-x': '1', 'fp-y': '1' }, 'png', 40, 40],
  [{ w: '160', fit: 'max' }, 'png', 80, 40],
  [{ w: '40', h: '40' }, 'png', 40, 20],
  [{ w: '40', h: '40', fit: 'crop' }, 'png', 40, 40],
  [{ w: '40', h: '40', fit: 'fill' }, 'png', 40, 40],
  [{ rect: '0,0,40,20' }, 'png', 40, 20],
  [{ rect: '70,30,400,400' }, 'png', 10, 10],
  [{ fm: 'webp' }, 'webp', 80, 40],
  [{ fm: 'jpg', q: '20' }, 'jpeg', 80, 40],
  [{ fm: 'avif' }, 'heif', 80, 40],
  [{ blur: '100' }, 'png', 80, 40],
])('%j returns a %s of %i × %i', async (query, format, width, height) => {
  const output = await change(await picture().png().toBuffer(), query)
  expect(await sharp(output).metadata()).toMatchObject({ format, width, height })
})

test.each<[Record<string, string>, string]>([
  [{ rect: '0,0,40,20' }, 'f00'],
  [{ rect: '40,20,40,20' }, 'fff'],
  [{ w: '10', h: '20', fit: 'crop', crop: 'left,bottom', rect: '0,20,80,20' }, '00f'],
  [{ w: '20', h: '20', fit: 'crop', 'fp-x': '0', 'fp-y': '0', rect: '0,0,80,20' }, 'f00'],
  [{ w: '20', h: '20', fit: 'crop', crop: 'focalpoint', 'fp-x': '1', rect: '0,0,80,20' }, '0f0'],
])('%j shows %s', async (query, color) => {
  expect(await colorAt(await change(await picture().png().toBuffer(), query), 0.5, 0.5)).toBe(color)
})
