import { type FileBytes, UnclearStructure } from './file-bytes.ts'

/** A box of ISO base media, the container of HEIC, AVIF, MP4 and QuickTime. */
export interface Box {
  type: string
  /** Offsets of its header, its content and its end. */
  at: number
  start: number
  end: number
}

/** Yields the boxes of a range in order. @throws UnclearStructure for a box that exceeds the range */
export function* boxesOf(bytes: FileBytes, from: number, to: number): Generator<Box> {
  for (let at = from; at < to;) {
    // QuickTime ends a list with zeros.
    if (to - at < 8 && bytes.read(at, to - at).every((byte) => byte === 0)) return
    const header = bytes.read(at, 8)
    const short = header.readUInt32BE(0)
    const start = at + (short === 1 ? 16 : 8)
    const size =
      short === 1 ? Number(bytes.read(at + 8, 8).readBigUInt64BE(0)) : short === 0 ? to - at : short
    const end = at + size
    if (end < start || end > to) throw new UnclearStructure('a box exceeds its parent')
    yield { type: header.toString('latin1', 4), at, start, end }
    at = end
  }
}

/** Returns the first child of a type. */
export function childOf(bytes: FileBytes, box: Box, type: string): Box | undefined {
  for (const child of boxesOf(bytes, box.start, box.end)) if (child.type === type) return child
  return undefined
}

/** Returns the first descendant along a path of types. */
export const descendantOf = (bytes: FileBytes, box: Box, ...types: string[]): Box | undefined =>
  types.reduce<Box | undefined>((from, type) => from && childOf(bytes, from, type), box)

const FREE = Buffer.from('free', 'latin1')

/** Replaces a box by padding of the same length. */
export function free(bytes: FileBytes, { at, start, end }: Box): void {
  bytes.fill(start, end - start)
  bytes.write(at + 4, FREE)
}

/** Returns the offset of the first child of `meta`; in QuickTime, `meta` has neither version nor flags. */
export function metaStart(bytes: FileBytes, { start }: Box): number {
  return bytes.readSome(start + 4, 4).toString('latin1') === 'hdlr' ? start : start + 4
}

/** Returns the handler type of a `meta` or an `mdia`; empty if there is none. */
export function handlerOf(bytes: FileBytes, from: number, to: number): string {
  for (const box of boxesOf(bytes, from, to))
    if (box.type === 'hdlr') return bytes.read(box.start + 8, 4).toString('latin1')
  return ''
}
