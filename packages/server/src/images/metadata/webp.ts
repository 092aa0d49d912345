import { publicExif } from './exif.ts'
import { type FileBytes, UnclearStructure } from './file-bytes.ts'
import { isDisplayXmp } from './xmp.ts'

const DISPLAY_CHUNKS = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']
/** An unknown chunk, which decoders skip. */
const UNUSED = Buffer.from('JUNK', 'latin1')
const HAS_XMP = 0x04
const EXIF = Buffer.from('Exif\0\0', 'latin1')

/** Removes XMP, unknown chunks and private Exif tags, and data after the end. */
export function removeFromWebp(bytes: FileBytes): void {
  const header = bytes.read(0, 12)
  if (header.toString('latin1', 0, 4) !== 'RIFF' || header.toString('latin1', 8) !== 'WEBP')
    throw new UnclearStructure('no WebP')
  const end = header.readUInt32LE(4) + 8
  if (end > bytes.size) throw new UnclearStructure('cut off')
  let flagsAt: number | undefined
  for (let at = 12; at + 8 <= end;) {
    const chunk = bytes.read(at, 8)
    const type = chunk.toString('latin1', 0, 4)
    const data = bytes.part(at + 8, chunk.readUInt32LE(4))
    if (type === 'VP8X') flagsAt = at + 8
    if (type === 'EXIF') writeExif(data)
    else if (
      !DISPLAY_CHUNKS.includes(type) &&
      !(type === 'XMP ' && isDisplayXmp(data.readSome(0, data.size)))
    ) {
      if (type === 'XMP ' && flagsAt !== undefined) clearFlag(bytes, flagsAt)
      bytes.write(at, UNUSED)
      data.fill(0, data.size)
    }
    at += 8 + data.size + (data.size % 2)
  }
  bytes.fill(end, bytes.size - end)
}

function writeExif(data: FileBytes): void {
  const exif = data.read(0, data.size)
  const start = exif.subarray(0, EXIF.length).equals(EXIF) ? EXIF.length : 0
  data.write(start, publicExif(exif.subarray(start)))
}

const clearFlag = (bytes: FileBytes, at: number) =>
  bytes.write(at, Buffer.from([(bytes.read(at, 1)[0] ?? 0) & ~HAS_XMP]))
