import { MAX_METADATA_READ_BYTES } from '../../limits.ts'
import { type FileBytes, UnclearStructure } from './file-bytes.ts'

const EXTENSION = 0x21
const PICTURE = 0x2c
const END = 0x3b
const COMMENT = 0xfe
const APPLICATION = 0xff
const SPACE = 0x20
/** Application extensions that display the picture: loop counts and colour profiles. */
const DISPLAY_APPLICATIONS = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']

/** Removes comments and application extensions such as XMP: comments of spaces replace them. */
export function removeFromGif(bytes: FileBytes): void {
  const header = bytes.read(0, 13)
  if (!/^GIF8[79]a/.test(header.toString('latin1', 0, 6))) throw new UnclearStructure('no GIF')
  for (let at = 13 + colours(header[10]); at < bytes.size;) {
    const [kind = 0, label = 0] = bytes.readSome(at, 2)
    if (kind === END) return bytes.fill(at + 1, bytes.size - at - 1)
    if (kind === PICTURE) at = endOfBlocks(bytes, at + 11 + colours(bytes.read(at + 9, 1)[0]))
    else if (kind === EXTENSION) {
      const end = endOfBlocks(bytes, at + 2)
      if (label === COMMENT || (label === APPLICATION && !isDisplay(bytes, at)))
        bytes.write(at, comment(end - at))
      at = end
    } else throw new UnclearStructure('no block')
  }
}

/** Returns the length of the colour table that follows these flags. */
const colours = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

const isDisplay = (bytes: FileBytes, at: number): boolean =>
  DISPLAY_APPLICATIONS.includes(bytes.readSome(at + 3, 11).toString('latin1'))

/** @param from offset of the first sub-block */
function endOfBlocks(bytes: FileBytes, from: number): number {
  for (let at = from; ;) {
    const [length = 0] = bytes.read(at, 1)
    at += 1 + length
    if (length === 0) return at
  }
}

function comment(length: number): Buffer {
  if (length > MAX_METADATA_READ_BYTES) throw new UnclearStructure('too large')
  const bytes = Buffer.alloc(length, SPACE)
  bytes[0] = EXTENSION
  bytes[1] = COMMENT
  bytes[length - 1] = 0
  for (let at = 2; at < length - 1;) {
    const rest = length - 1 - at
    // A block of one byte would be empty, and so end the comment.
    const block = rest <= 256 ? rest : rest === 257 ? 255 : 256
    bytes[at] = block - 1
    at += block
  }
  return bytes
}
