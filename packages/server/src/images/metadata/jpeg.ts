import { publicExif } from './exif.ts'
import { type FileBytes, find, UnclearStructure } from './file-bytes.ts'
import { removeFromIsoMedia } from './iso-media.ts'
import { isDisplayXmp } from './xmp.ts'

const START = Buffer.from([0xff, 0xd8, 0xff])
const FILM = Buffer.from('ftyp', 'latin1')
const EXIF = Buffer.from('Exif\0\0', 'latin1')
const XMP = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1')
/** Application segments that display the picture: density, colour, further pictures, HDR gain map. */
const DISPLAY_SEGMENTS: readonly [marker: number, start: string][] = [
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xe2, 'MPF\0'],
  [0xe2, 'urn:iso:std:iso:ts:21496:-1'],
  [0xee, 'Adobe'],
]

/**
 * Removes the metadata of a JPEG, and of the pictures (MPO) and the film (motion photo) appended to it. Overwrites any
 * other trailing data.
 */
export function removeFromJpeg(bytes: FileBytes): void {
  let film = 0
  for (let at = 0; at < bytes.size;) {
    const end = removeFromPicture(bytes, at)
    const picture = find(bytes, START, end) ?? bytes.size
    // One search for the film serves all pictures before it.
    if (film < end + 4) film = find(bytes, FILM, end + 4) ?? bytes.size + 4
    at = Math.min(picture, film - 4)
    bytes.fill(end, at - end)
    if (at < picture) return removeFromIsoMedia(bytes.part(at, bytes.size - at))
  }
}

/** @returns the offset of the end of the picture */
function removeFromPicture(bytes: FileBytes, start: number): number {
  if (!bytes.read(start, 3).equals(START)) throw new UnclearStructure('no JPEG')
  for (let at = start + 2; ;) {
    // The decoder refuses a truncated picture.
    if (at + 2 > bytes.size) return bytes.size
    const [mark, marker = 0] = bytes.read(at, 2)
    if (mark !== 0xff) throw new UnclearStructure('no marker')
    if (marker === 0xd9) return at + 2
    if (marker === 0xff) at += 1
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    else {
      const length = bytes.read(at + 2, 2).readUInt16BE(0)
      if (length < 2) throw new UnclearStructure('no length')
      removeFromSegment(bytes.part(at + 4, length - 2), marker)
      at += 2 + length
      if (marker === 0xda) at = endOfScan(bytes, at)
    }
  }
}

function removeFromSegment(data: FileBytes, marker: number): void {
  const isApplication = marker >= 0xe0 && marker <= 0xef
  if (!isApplication && marker !== 0xfe) return
  const content = data.read(0, data.size)
  const begins = (start: Buffer) => content.subarray(0, start.length).equals(start)
  if (DISPLAY_SEGMENTS.some(([of, start]) => of === marker && begins(Buffer.from(start, 'latin1'))))
    return
  if (marker === 0xe1 && begins(EXIF)) data.write(6, publicExif(content.subarray(6)))
  else if (!(marker === 0xe1 && begins(XMP) && isDisplayXmp(content))) data.fill(0, data.size)
}

/** Returns the end of the entropy-coded data: the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: FileBytes, from: number): number {
  for (let at = from; at < bytes.size;) {
    const piece = bytes.readSome(at, 1_000_000)
    for (let mark = piece.indexOf(0xff); mark >= 0; mark = piece.indexOf(0xff, mark + 1)) {
      const marker = piece[mark + 1]
      if (marker === undefined) break
      if (marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return at + mark
    }
    // A marker may be split between two pieces.
    at += piece.at(-1) === 0xff && piece.length > 1 ? piece.length - 1 : piece.length
  }
  return bytes.size
}
