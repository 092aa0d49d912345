import { type FileBytes, UnclearStructure } from './file-bytes.ts'
import {
  openTiff,
  type TiffDirectories,
  type TiffDirectory,
  type TiffEntry,
} from './tiff-directories.ts'

const SUB_PICTURES = 0x14a
const HOST_COMPUTER = 0x13c
/** Tags that point to a directory of metadata: Exif, GPS, interoperability. */
const POINTERS = [0x8769, 0x8825, 0xa005]
/** Tags that display the picture: those of TIFF 6.0, JPEG, copyright, colour profile, LERC. */
const isDisplayTag = (tag: number): boolean =>
  (tag >= 0xfe && tag <= 0x15b && tag !== HOST_COMPUTER) ||
  (tag >= 0x200 && tag <= 0x214) ||
  [0x8298, 0x8773, 0xc5f2].includes(tag)

/** Maximum number of directories of a file: pages and their reduced copies. */
const MAX_DIRECTORIES = 10_000
/** Maximum depth of metadata directories. */
const MAX_NESTING = 4

/** Removes Exif, GPS, XMP, IPTC and the private tags of a TIFF. */
export function removeFromTiff(bytes: FileBytes): void {
  const tiff = openTiff(bytes)
  const seen = new Set<number>()
  const waiting = [tiff.first]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at === 0 || seen.has(at)) continue
    seen.add(at)
    if (seen.size > MAX_DIRECTORIES) throw new UnclearStructure('too many directories')
    const directory = tiff.directory(at)
    const rest = directory.entries.filter(({ tag }) => isDisplayTag(tag))
    for (const entry of directory.entries) {
      if (!isDisplayTag(entry.tag)) eraseValue(bytes, tiff, entry, seen)
      else if (entry.tag === SUB_PICTURES) waiting.push(...tiff.offsetsOf(entry))
    }
    if (rest.length < directory.entries.length) writeDirectory(bytes, tiff, directory, rest)
    waiting.push(directory.next)
  }
}

/**
 * Erases the value of an entry, and the directory that it points to.
 * @param pictures offsets of directories that must not be erased
 */
function eraseValue(
  bytes: FileBytes,
  tiff: TiffDirectories,
  entry: TiffEntry,
  pictures: ReadonlySet<number>,
  nested = 0,
): void {
  if (POINTERS.includes(entry.tag)) {
    const [at = 0] = tiff.offsetsOf(entry)
    if (nested === MAX_NESTING || pictures.has(at)) throw new UnclearStructure('a loop')
    const { entries } = tiff.directory(at)
    for (const one of entries) eraseValue(bytes, tiff, one, pictures, nested + 1)
    bytes.fill(at, 2 + entries.length * 12 + 4)
  } else if (entry.valueSize === 0 && entry.count > 0) throw new UnclearStructure('unknown type')
  else if (entry.valueSize > 4) bytes.fill(entry.valueAt, entry.valueSize)
}

/** Rewrites a directory in place, with fewer entries. */
function writeDirectory(
  bytes: FileBytes,
  { isLittle }: TiffDirectories,
  { at, entries, next }: TiffDirectory,
  rest: readonly TiffEntry[],
): void {
  const block = Buffer.alloc(2 + entries.length * 12 + 4)
  if (isLittle) block.writeUInt16LE(rest.length)
  else block.writeUInt16BE(rest.length)
  for (const [n, entry] of rest.entries()) entry.bytes.copy(block, 2 + n * 12)
  const nextAt = 2 + rest.length * 12
  if (isLittle) block.writeUInt32LE(next, nextAt)
  else block.writeUInt32BE(next, nextAt)
  bytes.write(at, block)
}
