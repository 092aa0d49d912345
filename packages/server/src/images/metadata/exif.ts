import { bytesOf, UnclearStructure } from './file-bytes.ts'
import { openTiff, type TiffDirectories, type TiffEntry } from './tiff-directories.ts'

/**
 * Tags that stay: make, model, orientation, resolution, date, artist and copyright, which display a picture and credit
 * its author. Serial numbers, the owner of the camera, maker notes, thumbnails and the location are removed.
 */
const PUBLIC_TAGS = [0x10f, 0x110, 0x112, 0x11a, 0x11b, 0x128, 0x132, 0x13b, 0x8298]
/** Maximum length of a value that stays, in bytes. */
const MAX_VALUE_BYTES = 2000

/** Returns Exif of the same length with only the public tags; only zeros if it cannot be read. */
export function publicExif(exif: Buffer): Buffer {
  const result = Buffer.alloc(exif.length)
  try {
    writeExif(result, exif)
  } catch (reason) {
    if (!(reason instanceof UnclearStructure)) throw reason
    result.fill(0)
  }
  return result
}

function writeExif(result: Buffer, exif: Buffer): void {
  const bytes = bytesOf(exif)
  const tiff = openTiff(bytes)
  const entries = publicEntries(tiff)
  const values = entries.map(({ valueAt, valueSize }) => bytes.read(valueAt, valueSize))
  let valueAt = 8 + 2 + entries.length * 12 + 4
  const apart = values.map(({ length }) => (length > 4 ? length + (length % 2) : 0))
  const needed = valueAt + apart.reduce((sum, length) => sum + length, 0)
  if (needed > result.length) throw new UnclearStructure('overlapping values')
  const long = (value: number, at: number) =>
    tiff.isLittle ? result.writeUInt32LE(value, at) : result.writeUInt32BE(value, at)
  exif.copy(result, 0, 0, 4)
  long(8, 4)
  result[tiff.isLittle ? 8 : 9] = entries.length
  for (const [n, { bytes: entry }] of entries.entries()) {
    const at = 10 + n * 12
    entry.copy(result, at)
    const room = apart[n] ?? 0
    if (room === 0) continue
    long(valueAt, at + 8)
    values[n]?.copy(result, valueAt)
    valueAt += room
  }
}

function publicEntries(tiff: TiffDirectories): TiffEntry[] {
  const byTag = new Map<number, TiffEntry>()
  for (const entry of tiff.directory(tiff.first).entries) {
    const isPlain = entry.valueSize > 0 && entry.valueSize <= MAX_VALUE_BYTES
    if (isPlain && PUBLIC_TAGS.includes(entry.tag)) byTag.set(entry.tag, entry)
  }
  return [...byTag.values()].toSorted((a, b) => a.tag - b.tag)
}
