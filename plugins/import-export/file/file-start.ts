import {
  ACCEPTED_FILES,
  encodingOf,
  FILE_END,
  FILE_START,
  foreignFile,
  isXml,
  isZipStart,
} from '@typecase/contract/import-files'

/** How much of a file is read to propose a mapping. */
const START = 256 * 1024

/**
 * Tells by its first bytes what cannot be imported, however large it is.
 * @throws in words for the user
 */
export async function kindOfFile(file: File): Promise<'zip' | 'text'> {
  const head = await bytesOf(file.slice(0, FILE_START))
  const start = latin1(head)
  const isZip = isZipStart(start)
  const foreign = isXml(start)
    ? undefined
    : foreignFile(start, isZip ? latin1(await bytesOf(file.slice(-FILE_END))) : '')
  if (foreign) throw new Error(`${file.name} is ${foreign}`)
  if (isZip) return 'zip'
  if (start.startsWith('\x1f\x8b')) return 'text'
  if (encodingOf(head) === 'utf-8' && start.includes('\0'))
    throw new Error(`${file.name} is not text. ${ACCEPTED_FILES}`)
  return 'text'
}

/** Whether a file is a tar, gzipped or not: other systems export such. */
export async function isTar(file: File): Promise<boolean> {
  const head = await bytesOf(file.slice(0, FILE_START))
  if (!isGzip(head)) return hasTarMark(head)
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  const { value } = await reader.read().catch(() => ({ value: undefined }))
  await reader.cancel().catch(() => undefined)
  return value !== undefined && hasTarMark(value)
}

const hasTarMark = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(257, 262)) === 'ustar'

const bytesOf = async (part: Blob) => new Uint8Array(await part.arrayBuffer())

const latin1 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')

/** The first characters of a file, unpacked where it is gzip, and whether they are all there are. */
export async function textStart(file: File): Promise<{ text: string; isWhole: boolean }> {
  const magic = await bytesOf(file.slice(0, 2))
  const stream = isGzip(magic)
    ? file.stream().pipeThrough(new DecompressionStream('gzip'))
    : file.stream()
  const reader = stream.getReader()
  // It takes the byte order mark away.
  let decoder: TextDecoder | undefined
  let text = ''
  let isWhole = false
  try {
    while (text.length < START && !isWhole) {
      const { done, value } = await reader.read()
      isWhole = done
      decoder ??= new TextDecoder(encodingOf(value ?? magic), { fatal: true })
      text += done ? decoder.decode() : decoder.decode(value, { stream: true })
    }
  } catch {
    if (isGzip(magic)) throw new Error(`${file.name} is a damaged gzip file, or was cut off.`)
    throw new Error(
      `${file.name} is neither UTF-8 nor UTF-16 text. Save it as UTF-8 and choose it again.`,
    )
  } finally {
    // A gzip stream that is left early reports it; no one is interested.
    await reader.cancel().catch(() => undefined)
  }
  return { text, isWhole }
}

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b
