import { closeSync, openSync } from 'node:fs'

import { type FileBytes, UnclearStructure } from './metadata/file-bytes.ts'
import { isoSize } from './metadata/iso-size.ts'
import { fileBytes } from './metadata/remove-metadata.ts'
import { svgSize } from './metadata/svg-size.ts'
import { openTiff } from './metadata/tiff-directories.ts'
import type { MediaFacts } from './image-work.ts'

type Size = Pick<MediaFacts, 'width' | 'height'>

/** Readers for the sizes of pictures that are not decoded. */
const SIZES = new Map<string, (bytes: FileBytes) => Size | undefined>([
  ['image/gif', gifSize],
  ['image/svg+xml', (bytes) => svgSize(bytes.readSome(0, 65_536).toString('utf8'))],
  ['image/tiff', tiffSize],
  ['image/heic', isoSize],
  ['image/heif', isoSize],
  ['image/heic-sequence', isoSize],
  ['image/heif-sequence', isoSize],
])

/** Reads facts from the headers of a file. Malformed headers give no facts, since they must not keep a file out. */
export async function readHeaders(path: string, type: string): Promise<Partial<MediaFacts>> {
  const sizeOf = SIZES.get(type)
  if (sizeOf) return readSize(path, sizeOf)
  if (!/^(audio|video)\//.test(type)) return {}
  try {
    const { parseFile } = await import('music-metadata')
    const { format } = await parseFile(path, { duration: false, skipCovers: true })
    const video = format.trackInfo.find((track) => track.video)?.video
    return {
      width: video?.pixelWidth ?? null,
      height: video?.pixelHeight ?? null,
      durationMs: format.duration === undefined ? null : Math.round(format.duration * 1000),
    }
  } catch {
    return {}
  }
}

function readSize(
  path: string,
  sizeOf: (bytes: FileBytes) => Size | undefined,
): Partial<MediaFacts> {
  const file = openSync(path, 'r')
  try {
    return sizeOf(fileBytes(file)) ?? {}
  } catch (reason) {
    if (reason instanceof UnclearStructure) return {}
    throw reason
  } finally {
    closeSync(file)
  }
}

function gifSize(bytes: FileBytes): Size {
  const header = bytes.read(6, 4)
  return { width: header.readUInt16LE(0), height: header.readUInt16LE(2) }
}

const WIDTH = 0x100
const HEIGHT = 0x101
const ORIENTATION = 0x112

function tiffSize(bytes: FileBytes): Size | undefined {
  const tiff = openTiff(bytes)
  const { entries } = tiff.directory(tiff.first)
  const numberOf = (tag: number) => {
    const entry = entries.find((one) => one.tag === tag)
    return entry && tiff.numberOf(entry)
  }
  const [width, height, orientation = 1] = [WIDTH, HEIGHT, ORIENTATION].map(numberOf)
  if (!width || !height) return undefined
  return orientation > 4 ? { width: height, height: width } : { width, height }
}
