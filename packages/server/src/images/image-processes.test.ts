import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { colorAt, photo, picture, pngOfSize } from '../testing/pictures.ts'
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

async function inspect(bytes: Buffer, keepsLocation = false) {
  const paths = files(bytes)
  const facts = await images.run('test', signal, { kind: 'inspect', ...paths, keepsLocation })
  const { isRewritten } = facts as MediaFacts
  return { facts, stored: readFileSync(isRewritten ? paths.output : paths.path) }
}

async function change(bytes: Buffer, query: Record<string, string>, type = 'image/png') {
  const paths = files(bytes)
  const { change: asked } = readImageQuery(type, query)
  if (!asked) throw new Error('nothing to change')
  await images.run('test', signal, { kind: 'change', ...paths, change: asked })
  return readFileSync(paths.output)
}

test('400 for what is no image, is cut off or has too many pixels; the next one is read', async () => {
  const png = await picture(400, 400).png().toBuffer()
  const broken: [Buffer, string][] = [
    [Buffer.from('none'), 'The image cannot be read.'],
    [png.subarray(0, png.length >> 1), 'The image cannot be read.'],
    [await pngOfSize(40_000, 25_000), 'An image may have at most 100 megapixels.'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'The image cannot be read.'],
    [await picture().gif().toBuffer(), 'The image cannot be read.'],
    [await picture().tiff().toBuffer(), 'The image cannot be read.'],
  ]
  for (const [bytes, message] of broken)
    await expect(inspect(bytes)).rejects.toMatchObject({ code: 'invalid', message })
  expect((await inspect(png)).facts).toMatchObject({ width: 400, height: 400 })
})

test('400 for one that takes too long, whose process is ended', async () => {
  const hasty = createImageProcesses(1)
  const paths = files(await picture(4000, 4000).png().toBuffer())
  const work = hasty.run('test', signal, { kind: 'inspect', ...paths, keepsLocation: false })
  await expect(work).rejects.toMatchObject({ message: 'The image takes too long to read.' })
  hasty.close()
})

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a %s tells its size and colours',
  async (format) => {
    const { facts } = await inspect(await picture(60, 40).toFormat(format).toBuffer())
    expect(facts).toEqual({
      width: 60,
      height: 40,
      blurhash: expect.stringMatching(/^.{28}$/),
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      isRewritten: false,
    })
  },
)

test('a photo is turned upright, and keeps no word of where it was taken', async () => {
  const { facts, stored } = await inspect(await photo(6))
  expect(facts).toMatchObject({ width: 40, height: 80, isRewritten: true })
  expect((await sharp(stored).metadata()).orientation ?? 1).toBe(1)
  // Turned to the right: what was at the top left is at the top right.
  expect(await colorAt(stored, 0.9, 0.1)).toBe('f00')
  expect(stored.includes('GPS')).toBe(false)
})

test('an upright photo loses its place alone: each pixel and its author stay', async () => {
  const before = await photo(1)
  const { facts, stored } = await inspect(before)
  expect(facts).toMatchObject({ isRewritten: true, width: 80, height: 40 })
  expect(stored.length).toBe(before.length)
  expect(stored.includes('Ada Lovelace')).toBe(true)
  const place = Buffer.from([51, 0, 0, 0, 1, 0, 0, 0, 30, 0, 0, 0])
  const reversed = Buffer.from([0, 0, 0, 51, 0, 0, 0, 1, 0, 0, 0, 30])
  expect(before.includes(place) || before.includes(reversed)).toBe(true)
  expect(stored.includes(place) || stored.includes(reversed)).toBe(false)
  expect(await sharp(stored).raw().toBuffer()).toEqual(await sharp(before).raw().toBuffer())
})

test('a bucket that keeps places keeps the file as it is', async () => {
  const before = await photo(1)
  const { facts, stored } = await inspect(before, true)
  expect(facts).toMatchObject({ isRewritten: false })
  expect(stored.equals(before)).toBe(true)
})

test.each<[Record<string, string>, string, number, number]>([
  [{ w: '40' }, 'png', 40, 20],
  [{ h: '10' }, 'png', 20, 10],
  [{ w: '0.5' }, 'png', 40, 20],
  [{ w: '40', dpr: '2' }, 'png', 80, 40],
  [{ w: '160' }, 'png', 160, 80],
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
])('%j answers %s of %i × %i', async (query, format, width, height) => {
  const made = await change(await picture().png().toBuffer(), query)
  expect(await sharp(made).metadata()).toMatchObject({ format, width, height })
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
