import { MAX_METADATA_READ_BYTES, MAX_METADATA_WRITE_BYTES } from '../../limits.ts'

/** The structure of a file is malformed or unsupported. */
export class UnclearStructure extends Error {}

/** Random access to a file. Writes are collected as edits: reads return the original bytes. */
export interface FileBytes {
  readonly size: number
  /** @throws UnclearStructure beyond the end, and for more than `MAX_METADATA_READ_BYTES` */
  read(at: number, length: number): Buffer
  /** Reads up to a length, or to the end of the file. */
  readSome(at: number, length: number): Buffer
  /** @throws UnclearStructure beyond the end, and once more than `MAX_METADATA_WRITE_BYTES` were written */
  write(at: number, bytes: Buffer): void
  /** @throws UnclearStructure beyond the end */
  fill(at: number, length: number, byte?: number): void
  /** Returns a view of a range, with offsets from its start. @throws UnclearStructure beyond the end */
  part(at: number, size: number): FileBytes
}

/** Replaces bytes by the same number of others. */
export type Edit = { at: number; length: number } & ({ bytes: Buffer } | { byte: number })

/** Minimum bytes per read: structures are small and close to each other. */
const WINDOW = 65_536

/**
 * @param readAt fills a buffer from an offset, and returns the number of bytes
 * @param edits collects the writes
 */
export function createFileBytes(
  size: number,
  readAt: (target: Buffer, at: number) => number,
  edits: Edit[],
): FileBytes {
  let window = Buffer.alloc(0)
  let windowAt = 0
  let position = 0

  function readSome(at: number, length: number): Buffer {
    const end = Math.min(at + length, size)
    if (at < windowAt || end > windowAt + window.length) {
      const target = Buffer.alloc(Math.max(0, Math.min(size - at, Math.max(length, WINDOW))))
      window = target.subarray(0, readAt(target, at))
      windowAt = at
    }
    return window.subarray(at - windowAt, end - windowAt)
  }

  const open = (base: number, size: number): FileBytes => {
    function assertWithin(at: number, length: number): void {
      if (!(at >= 0 && length >= 0 && at + length <= size))
        throw new UnclearStructure('beyond the end')
    }
    return {
      size,

      read(at, length) {
        assertWithin(at, length)
        if (length > MAX_METADATA_READ_BYTES) throw new UnclearStructure('too large')
        const bytes = readSome(base + at, length)
        if (bytes.length < length) throw new UnclearStructure('cut off')
        return bytes
      },

      readSome(at, length) {
        return readSome(
          base + at,
          Math.min(length, Math.max(0, size - at), MAX_METADATA_READ_BYTES),
        )
      },

      write(at, bytes) {
        assertWithin(at, bytes.length)
        position += bytes.length
        if (position > MAX_METADATA_WRITE_BYTES) throw new UnclearStructure('too much to write')
        edits.push({ at: base + at, length: bytes.length, bytes })
      },

      fill(at, length, byte = 0) {
        assertWithin(at, length)
        if (length > 0) edits.push({ at: base + at, length, byte })
      },

      part(at, partSize) {
        assertWithin(at, partSize)
        return open(base + at, partSize)
      },
    }
  }
  return open(0, size)
}

/** Gives access to a file in memory. */
export const bytesOf = (file: Buffer, edits: Edit[] = []): FileBytes =>
  createFileBytes(file.length, (target, at) => file.copy(target, 0, at), edits)

/** Returns the offset of a pattern at or after another offset. */
export function find(bytes: FileBytes, pattern: Buffer, from: number): number | undefined {
  for (let at = from; at + pattern.length <= bytes.size;) {
    const piece = bytes.readSome(at, WINDOW)
    const index = piece.indexOf(pattern)
    if (index >= 0) return at + index
    at += Math.max(1, piece.length - pattern.length + 1)
  }
  return undefined
}
