/**
 * Where a photo was taken stands in its metadata: as a directory of EXIF, or as text in XMP. Both are overwritten in place, so that
 * nothing else of the file changes: no pixel, no name of the photographer.
 */
export function eraseLocation(file: Buffer): boolean {
  const inExif = exifBlocks(file).map((block) => eraseGps(block))
  const inXmp = eraseXmp(file)
  return inExif.includes(true) || inXmp
}

const APP1 = 0xe1
const SCAN = 0xda
const EXIF = Buffer.from('Exif\0\0', 'latin1')

/** The EXIF blocks of a JPEG, as views of it. */
function exifBlocks(jpeg: Buffer): Buffer[] {
  return segments(jpeg)
    .filter(({ marker, data }) => marker === APP1 && data.subarray(0, 6).equals(EXIF))
    .map(({ data }) => data.subarray(6))
}

function segments(jpeg: Buffer): { marker: number; data: Buffer }[] {
  const found: { marker: number; data: Buffer }[] = []
  if (jpeg.length < 4 || jpeg.readUInt16BE(0) !== 0xffd8) return found
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff;) {
    const marker = jpeg[at + 1] ?? SCAN
    if (marker === SCAN) break
    const length = jpeg.readUInt16BE(at + 2)
    if (length < 2) break
    found.push({ marker, data: jpeg.subarray(at + 4, at + 2 + length) })
    at += 2 + length
  }
  return found
}

const GPS_DIRECTORY = 0x8825
const ENTRY = 12
/** Bytes of a value by its type, as TIFF counts them. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

/** Empties the GPS directory of a TIFF header with its values. @returns whether there was one */
function eraseGps(tiff: Buffer): boolean {
  if (tiff.length < 8) return false
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))

  function* entries(at: number): Generator<number> {
    if (at < 8 || at + 2 > tiff.length) return
    const count = short(at)
    for (let n = 0; n < count && at + 2 + (n + 1) * ENTRY <= tiff.length; n += 1)
      yield at + 2 + n * ENTRY
  }

  let isErased = false
  for (const entry of [...entries(long(4))].filter((one) => short(one) === GPS_DIRECTORY)) {
    const directory = long(entry + 8)
    for (const one of entries(directory)) {
      const size = (SIZES[short(one + 2)] ?? 0) * long(one + 4)
      if (size > 4) tiff.fill(0, long(one + 8), Math.min(long(one + 8) + size, tiff.length))
      tiff.fill(0, one, one + ENTRY)
    }
    // A directory of no entries, where a reader looks for some.
    if (directory + 2 <= tiff.length) tiff.fill(0, directory, directory + 2)
    isErased = true
  }
  return isErased
}

const XMP = /exif:GPS\w{1,40}(?:\s*=\s*"([^"]{0,200})"|>([^<]{0,200})<)/g

/** Blanks the values of GPS fields in the XMP of a JPEG. @returns whether there were some */
function eraseXmp(jpeg: Buffer): boolean {
  let isErased = false
  for (const { marker, data } of segments(jpeg)) {
    if (marker !== APP1) continue
    for (const match of data.toString('latin1').matchAll(XMP)) {
      const value = match[1] ?? match[2] ?? ''
      if (value.trim() === '') continue
      const at = match.index + match[0].indexOf(value, match[0].search(/[=>]/))
      data.fill(' ', at, at + value.length)
      isErased = true
    }
  }
  return isErased
}
