/** A file in a zip. */
export interface ZipPart {
  /** Size of the unpacked file, in bytes. */
  readonly size: number
  /** Yields the bytes, unpacked while reading. @throws Error if the file is damaged */
  bytes(): AsyncGenerator<Uint8Array>
}

/** Number of bytes at the end of a zip that contain the position of its list of files. */
const END = 22 + 2 ** 16 + 76
const LARGEST_LIST = 16 * 2 ** 20
/** Marks a size or position that needs 64 bits, and is therefore stored elsewhere. */
const ELSEWHERE = 0xffffffff

/**
 * Returns the files of a small zip by name, in browsers and on the server. Office documents are such zips.
 * @throws Error if it is damaged or encrypted
 */
export async function zipParts(zip: Blob): Promise<ReadonlyMap<string, ZipPart>> {
  const list = await listOf(zip)
  const parts = new Map<string, ZipPart>()
  for (let at = 0; at + 46 <= list.byteLength && list.getUint32(at, true) === 0x02014b50;) {
    const [nameLength, extraLength] = [list.getUint16(at + 28, true), list.getUint16(at + 30, true)]
    const [nameAt, extraAt] = [at + 46, at + 46 + nameLength]
    if (list.getUint16(at + 8, true) & 1) throw new Error('The zip is encrypted.')
    const [size = 0, packed = 0, start = 0] = wideNumbers(list, extraAt, extraLength, [
      list.getUint32(at + 24, true),
      list.getUint32(at + 20, true),
      list.getUint32(at + 42, true),
    ])
    const method = list.getUint16(at + 10, true)
    const sum = list.getUint32(at + 16, true)
    const name = new TextDecoder().decode(
      new Uint8Array(list.buffer, list.byteOffset + nameAt, nameLength),
    )
    parts.set(name, { size, bytes: () => unpack(zip, { start, packed, size, method, sum }) })
    at = extraAt + extraLength + list.getUint16(at + 32, true)
  }
  return parts
}

async function listOf(zip: Blob): Promise<DataView> {
  const end = await viewOf(zip.slice(-END))
  let at = end.byteLength - 22
  while (at >= 0 && end.getUint32(at, true) !== 0x06054b50) at -= 1
  if (at < 0) throw new Error('The zip was cut off.')
  let [length, start] = [end.getUint32(at + 12, true), end.getUint32(at + 16, true)]
  if (start === ELSEWHERE && at >= 20) {
    const wideAt = Number(end.getBigUint64(at - 12, true))
    const wide = await viewOf(zip.slice(wideAt, wideAt + 56))
    if (wide.byteLength < 56) throw new Error('The zip is damaged.')
    length = Number(wide.getBigUint64(40, true))
    start = Number(wide.getBigUint64(48, true))
  }
  if (length > LARGEST_LIST) throw new Error('The zip holds too many files.')
  return viewOf(zip.slice(start, start + length))
}

/** Returns the numbers of an entry. Those that need 64 bits are in an extra field, one after another. */
function wideNumbers(list: DataView, at: number, length: number, numbers: number[]): number[] {
  for (let field = at; field + 4 <= at + length && field + 4 <= list.byteLength;) {
    const end = field + 4 + list.getUint16(field + 2, true)
    let next = field + 4
    if (list.getUint16(field, true) === 1)
      return numbers.map((number) => {
        if (number !== ELSEWHERE || next + 8 > Math.min(end, list.byteLength)) return number
        next += 8
        return Number(list.getBigUint64(next - 8, true))
      })
    field = end
  }
  return numbers
}

interface PackedPart {
  readonly start: number
  readonly packed: number
  readonly size: number
  readonly method: number
  /** CRC-32 of the bytes. */
  readonly sum: number
}

async function* unpack(
  zip: Blob,
  { start, packed, size, method, sum }: PackedPart,
): AsyncGenerator<Uint8Array> {
  const header = await viewOf(zip.slice(start, start + 30))
  const isHeader = header.byteLength === 30 && header.getUint32(0, true) === 0x04034b50
  if (!isHeader || (method !== 0 && method !== 8)) throw new Error('The zip is damaged.')
  const from = start + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  const bytes = zip.slice(from, from + packed).stream()
  const unpacked = method === 0 ? bytes : bytes.pipeThrough(new DecompressionStream('deflate-raw'))
  // Only some browsers make streams iterable.
  const reader = unpacked.getReader()
  let [read, current] = [0, -1]
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      read += value.length
      if (read > size) break
      current = checksum(value, current)
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
  if (read !== size || ~current >>> 0 !== sum) throw new Error('The zip is damaged.')
}

const viewOf = async (part: Blob) => new DataView(await part.arrayBuffer())

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** Continues a CRC-32, which starts at -1. */
function checksum(bytes: Uint8Array, before: number): number {
  let sum = before
  for (const byte of bytes) sum = (CRC_TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8)
  return sum
}
