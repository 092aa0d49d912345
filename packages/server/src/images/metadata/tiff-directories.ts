import { type FileBytes, UnclearStructure } from './file-bytes.ts'

/** An entry of a TIFF directory. */
export interface TiffEntry {
  tag: number
  /** Number of values. */
  count: number
  /** The twelve bytes of the entry. */
  bytes: Buffer
  /** Offset and length of the value, which is part of the entry if it has at most four bytes. */
  valueAt: number
  valueSize: number
}

export interface TiffDirectory {
  at: number
  entries: readonly TiffEntry[]
  /** Offset of the next directory; 0 for none. */
  next: number
}

/** Reads the directories of a TIFF file, or of Exif in any other container. */
export interface TiffDirectories {
  readonly isLittle: boolean
  readonly first: number
  /** @throws UnclearStructure for a directory beyond the end */
  directory(at: number): TiffDirectory
  /** The first number of an entry. */
  numberOf(entry: TiffEntry): number
  /** All numbers of an entry, which are offsets of directories. */
  offsetsOf(entry: TiffEntry): number[]
}

const ENTRY = 12
/** Bytes per value, by type. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
/** Maximum number of directories that one entry may list. */
const MAX_OFFSETS = 1000

/** @throws UnclearStructure for bytes that do not begin as a TIFF structure, BigTIFF included */
export function openTiff(bytes: FileBytes): TiffDirectories {
  const header = bytes.read(0, 8)
  const mark = header.toString('latin1', 0, 4)
  const isLittle = mark === 'II*\0'
  if (!isLittle && mark !== 'MM\0*') throw new UnclearStructure('no TIFF')
  const short = (from: Buffer, at: number) =>
    isLittle ? from.readUInt16LE(at) : from.readUInt16BE(at)
  const long = (from: Buffer, at: number) =>
    isLittle ? from.readUInt32LE(at) : from.readUInt32BE(at)

  function offsetsOf({ count, valueAt, valueSize }: TiffEntry): number[] {
    if (valueSize !== count * 4 || count > MAX_OFFSETS)
      throw new UnclearStructure('no list of directories')
    const value = bytes.read(valueAt, valueSize)
    return Array.from({ length: count }, (_, n) => long(value, n * 4))
  }

  return {
    isLittle,
    first: long(header, 4),
    offsetsOf,

    directory(at) {
      const count = short(bytes.read(at, 2), 0)
      const block = Buffer.from(bytes.read(at + 2, count * ENTRY + 4))
      const entries = Array.from({ length: count }, (_, n): TiffEntry => {
        const one = block.subarray(n * ENTRY, (n + 1) * ENTRY)
        const length = long(one, 4)
        const valueSize = (SIZES[short(one, 2)] ?? 0) * length
        const valueAt = valueSize > 4 ? long(one, 8) : at + 2 + n * ENTRY + 8
        return { tag: short(one, 0), count: length, bytes: one, valueAt, valueSize }
      })
      return { at, entries, next: long(block, count * ENTRY) }
    },

    numberOf({ bytes: one }) {
      return short(one, 2) === 3 ? short(one, 8) : long(one, 8)
    },
  }
}
