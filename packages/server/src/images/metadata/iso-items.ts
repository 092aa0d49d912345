import { MAX_METADATA_READ_BYTES } from '../../limits.ts'
import { publicExif } from './exif.ts'
import { type FileBytes, UnclearStructure } from './file-bytes.ts'
import { type Box, boxesOf, free } from './iso-boxes.ts'
import { isDisplayXmp } from './xmp.ts'

/** Types of items that are pixels, or compose them. */
const DISPLAY_ITEMS = [
  'hvc1',
  'lhv1',
  'av01',
  'avc1',
  'vvc1',
  'j2k1',
  'jpeg',
  'unci',
  'grid',
  'iovl',
  'iden',
  'tmap',
  'a1lx',
  'mskf',
]
/** Maximum number of items of one file, and of their extents: a picture of many tiles has thousands. */
const MAX_ITEMS = 65_536

/** Removes Exif, XMP and all other items of a HEIC or AVIF that are not pictures. */
export function removeFromItems(bytes: FileBytes, from: number, to: number): void {
  const children = [...boxesOf(bytes, from, to)]
  const box = (type: string) => children.find((one) => one.type === type)
  const [infos, locations, data] = [box('iinf'), box('iloc'), box('idat')]
  for (const properties of children.filter(({ type }) => type === 'iprp'))
    removeFromProperties(bytes, properties)
  if (!infos) return
  const metadata = itemsOf(bytes, infos).filter(({ type }) => !DISPLAY_ITEMS.includes(type))
  if (metadata.length === 0) return
  if (!locations) throw new UnclearStructure('items without locations')
  const extents = readLocations(bytes, locations, data)
  for (const { id, type } of metadata) rewriteItem(bytes, type, extents.get(id) ?? [])
}

/** Removes user descriptions, and properties without a registered type. */
function removeFromProperties(bytes: FileBytes, properties: Box): void {
  for (const container of boxesOf(bytes, properties.start, properties.end)) {
    if (container.type !== 'ipco') continue
    for (const one of boxesOf(bytes, container.start, container.end))
      if (one.type === 'udes' || one.type === 'uuid') free(bytes, one)
  }
}

interface Item {
  id: number
  type: string
}

function itemsOf(bytes: FileBytes, { start, end }: Box): Item[] {
  const [version = 0] = bytes.read(start, 4)
  const items: Item[] = []
  for (const box of boxesOf(bytes, start + (version === 0 ? 6 : 8), end)) {
    if (box.type !== 'infe') continue
    const [of = 0] = bytes.read(box.start, 4)
    if (of < 2 || items.length === MAX_ITEMS) throw new UnclearStructure('items of another kind')
    const idBytes = of === 2 ? 2 : 4
    const id = bytes.read(box.start + 4, idBytes).readUIntBE(0, idBytes)
    items.push({ id, type: bytes.read(box.start + 6 + idBytes, 4).toString('latin1') })
  }
  return items
}

interface Extent {
  at: number
  length: number
}

/** Creates a function that reads the fields of a box one after another. */
function fieldsOf(bytes: FileBytes, box: Box) {
  let at = box.start
  return (length: number): number => {
    if (at + length > box.end) throw new UnclearStructure('cut off')
    const field = length === 0 ? undefined : bytes.read(at, length)
    at += length
    if (field === undefined) return 0
    if (length === 8) return Number(field.readBigUInt64BE(0))
    return field.readUIntBE(0, length)
  }
}

/** Reads the extents by item; items that are built from others have none. */
function readLocations(
  bytes: FileBytes,
  box: Box,
  data: Box | undefined,
): Map<number, readonly Extent[]> {
  const next = fieldsOf(bytes, box)
  const version = next(1)
  next(3)
  if (version > 2) throw new UnclearStructure('locations of another kind')
  const sizes = next(2)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version === 0 ? 0 : sizes & 15
  if ([offsetSize, lengthSize, baseSize, indexSize].some((size) => ![0, 4, 8].includes(size)))
    throw new UnclearStructure('numbers of another length')
  const count = next(version < 2 ? 2 : 4)
  const locations = new Map<number, Extent[]>()
  let total = 0
  for (let n = 0; n < count; n += 1) {
    const id = next(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : next(2) & 15
    next(2)
    const base = next(baseSize)
    const extents: Extent[] = []
    const length = next(2)
    total += length
    if (total > MAX_ITEMS) throw new UnclearStructure('too many extents')
    for (let remaining = length; remaining > 0; remaining -= 1) {
      next(indexSize)
      const [offset, length] = [next(offsetSize), next(lengthSize)]
      if (method === 0) extents.push({ at: base + offset, length })
      if (method === 1 && data) extents.push({ at: data.start + base + offset, length })
    }
    locations.set(id, extents)
  }
  return locations
}

function rewriteItem(bytes: FileBytes, type: string, extents: readonly Extent[]): void {
  const total = extents.reduce((sum, { length }) => sum + length, 0)
  if (extents.some(({ length }) => length === 0) || total === 0)
    throw new UnclearStructure('an item without a location')
  const isText = type === 'Exif' || type === 'mime'
  if (!isText || total > MAX_METADATA_READ_BYTES) {
    for (const { at, length } of extents) bytes.fill(at, length)
    return
  }
  const content = Buffer.concat(extents.map(({ at, length }) => bytes.read(at, length)))
  if (type === 'mime' && isDisplayXmp(content)) return
  const result = type === 'Exif' ? exifItem(content) : Buffer.alloc(content.length)
  let from = 0
  for (const { at, length } of extents) {
    bytes.write(at, result.subarray(from, from + length))
    from += length
  }
}

/**
 * Reduces an Exif item to the public tags. The item begins with the distance, from after these four bytes, to the TIFF
 * structure.
 */
function exifItem(content: Buffer): Buffer {
  const start = content.length < 4 ? content.length : 4 + content.readUInt32BE(0)
  const result = Buffer.alloc(content.length)
  if (start > content.length) return result
  content.copy(result, 0, 0, 4)
  publicExif(content.subarray(start)).copy(result, start)
  return result
}
