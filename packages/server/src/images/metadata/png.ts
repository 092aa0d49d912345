import { crc32 } from 'node:zlib'

import { publicExif } from './exif.ts'
import { type FileBytes, UnclearStructure } from './file-bytes.ts'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Critical chunks, and ancillary ones that display the picture. */
const DISPLAY_CHUNKS =
  /^([A-Z]...|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDCV|cLLI|bKGD|hIST|pHYs|sPLT|tIME|acTL|fcTL|fdAT)$/
/** A private ancillary chunk, which decoders skip. */
const UNUSED = Buffer.from('frEe', 'latin1')

/**
 * Removes text and private chunks, private Exif tags, and data after the end (possibly the rest of a larger picture).
 */
export function removeFromPng(bytes: FileBytes): void {
  if (!bytes.read(0, 8).equals(SIGNATURE)) throw new UnclearStructure('no PNG')
  for (let at = 8; ;) {
    const header = bytes.read(at, 8)
    const length = header.readUInt32BE(0)
    const type = header.toString('latin1', 4)
    const end = at + 12 + length
    if (type === 'eXIf') writeData(bytes, at, publicExif(bytes.read(at + 8, length)))
    else if (!DISPLAY_CHUNKS.test(type)) clearChunk(bytes, at, length)
    if (type === 'IEND') return bytes.fill(end, bytes.size - end)
    at = end
  }
}

function writeData(bytes: FileBytes, at: number, data: Buffer): void {
  bytes.write(at + 8, data)
  bytes.write(at + 8 + data.length, checksum(crc32(data, crc32('eXIf'))))
}

const ZEROS = Buffer.alloc(65_536)

function clearChunk(bytes: FileBytes, at: number, length: number): void {
  bytes.fill(at + 8, length)
  bytes.write(at + 4, UNUSED)
  let sum = crc32(UNUSED)
  for (let rest = length; rest > 0; rest -= ZEROS.length)
    sum = crc32(ZEROS.subarray(0, Math.min(rest, ZEROS.length)), sum)
  bytes.write(at + 8 + length, checksum(sum))
}

function checksum(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
