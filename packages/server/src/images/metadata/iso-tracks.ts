import { type FileBytes, UnclearStructure } from './file-bytes.ts'
import { type Box, boxesOf, descendantOf } from './iso-boxes.ts'

/** Overwrites the samples of a track. */
export function eraseSamples(bytes: FileBytes, track: Box): void {
  const table = descendantOf(bytes, track, 'mdia', 'minf', 'stbl')
  if (!table) throw new UnclearStructure('a track without samples')
  const boxes = [...boxesOf(bytes, table.start, table.end)]
  const box = (...types: string[]) => boxes.find(({ type }) => types.includes(type))
  const [runs, sizes, chunks] = [box('stsc'), box('stsz'), box('stco', 'co64')]
  if (!runs || !sizes || !chunks) throw new UnclearStructure('samples of another kind')
  const samplesIn = samplesPerChunk(bytes, runs)
  const sizeOf = sampleSizes(bytes, sizes)
  const wide = chunks.type === 'co64'
  let sample = 0
  for (const [n, offset] of numbersOf(bytes, chunks, 4, wide ? 8 : 4).entries()) {
    const count = samplesIn(n + 1)
    bytes.fill(offset, sizeOf(sample, count))
    sample += count
  }
}

/** Reads the values of a table that begins with their count. */
function numbersOf(
  bytes: FileBytes,
  { start, end }: Box,
  countAt: number,
  width: number,
): number[] {
  const count = bytes.read(start + countAt, 4).readUInt32BE(0)
  const from = start + countAt + 4
  if (from + count * width > end) throw new UnclearStructure('a table exceeds its box')
  const table = bytes.read(from, count * width)
  return Array.from({ length: count }, (_, n) =>
    width === 8 ? Number(table.readBigUInt64BE(n * 8)) : table.readUInt32BE(n * 4),
  )
}

/** @returns a function for the number of samples of a chunk; chunks must be passed in ascending order */
function samplesPerChunk(bytes: FileBytes, box: Box): (chunk: number) => number {
  const count = bytes.read(box.start + 4, 4).readUInt32BE(0)
  if (box.start + 8 + count * 12 > box.end) throw new UnclearStructure('a table exceeds its box')
  const table = bytes.read(box.start + 8, count * 12)
  let run = 0
  return (chunk) => {
    while (run + 1 < count && table.readUInt32BE((run + 1) * 12) <= chunk) run += 1
    return count === 0 ? 0 : table.readUInt32BE(run * 12 + 4)
  }
}

/** @returns a function for the total length of consecutive samples */
function sampleSizes(bytes: FileBytes, box: Box): (from: number, count: number) => number {
  const each = bytes.read(box.start + 4, 4).readUInt32BE(0)
  if (each > 0) return (_from, count) => each * count
  const sizes = numbersOf(bytes, box, 8, 4)
  return (from, count) => sizes.slice(from, from + count).reduce((sum, size) => sum + size, 0)
}
