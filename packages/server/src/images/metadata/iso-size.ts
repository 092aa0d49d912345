import { type FileBytes, UnclearStructure } from './file-bytes.ts'
import { type Box, boxesOf, childOf, metaStart } from './iso-boxes.ts'

/** Returns the size at which the primary item of a HEIC or AVIF is displayed. */
export function isoSize(bytes: FileBytes): { width: number; height: number } {
  const file = { type: '', at: 0, start: 0, end: bytes.size }
  const meta = childOf(bytes, file, 'meta')
  if (!meta) throw new UnclearStructure('no pictures')
  const content = { ...meta, start: metaStart(bytes, meta) }
  const primary = requireBox(childOf(bytes, content, 'pitm'))
  const properties = requireBox(childOf(bytes, content, 'iprp'))
  const container = requireBox(childOf(bytes, properties, 'ipco'))
  const id = idAt(bytes, primary.start, primary.start + 4)
  const numbers = propertiesOf(bytes, requireBox(childOf(bytes, properties, 'ipma')), id)
  let size: { width: number; height: number } | undefined
  let isTurned = false
  let number = 0
  for (const property of boxesOf(bytes, container.start, container.end)) {
    number += 1
    if (!numbers.includes(number)) continue
    if (property.type === 'irot') isTurned = ((bytes.read(property.start, 1)[0] ?? 0) & 1) === 1
    if (property.type !== 'ispe') continue
    const sides = bytes.read(property.start + 4, 8)
    size = { width: sides.readUInt32BE(0), height: sides.readUInt32BE(4) }
  }
  if (!size) throw new UnclearStructure('no size')
  return isTurned ? { width: size.height, height: size.width } : size
}

function requireBox(box: Box | undefined): Box {
  if (!box) throw new UnclearStructure('a box is missing')
  return box
}

/** @param versionAt offset of the box's version, which determines the length of ids */
function idAt(bytes: FileBytes, versionAt: number, at: number): number {
  const length = (bytes.read(versionAt, 1)[0] ?? 0) === 0 ? 2 : 4
  return bytes.read(at, length).readUIntBE(0, length)
}

/** Returns the one-based indexes of the properties of an item. */
function propertiesOf(bytes: FileBytes, { start, end }: Box, id: number): number[] {
  const header = bytes.read(start, 8)
  const idLength = header[0] === 0 ? 2 : 4
  const width = ((header[3] ?? 0) & 1) === 1 ? 2 : 1
  for (let at = start + 8; at + idLength < end;) {
    const of = idAt(bytes, start, at)
    const [count = 0] = bytes.read(at + idLength, 1)
    at += idLength + 1
    if (of !== id) at += count * width
    else {
      const list = bytes.read(at, count * width)
      // The first bit marks the property as essential.
      return Array.from({ length: count }, (_, n) =>
        width === 2 ? list.readUInt16BE(n * 2) & 0x7fff : (list[n] ?? 0) & 0x7f,
      )
    }
  }
  return []
}
