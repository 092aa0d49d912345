import {
  ACCEPTED_FILES,
  encodingOf,
  FILE_END,
  FILE_START,
  foreignFile,
  isWorkbookEnd,
  isXml,
  isZipStart,
} from '@typecase/contract/import-files'
import { createTextDecoder, READ_AS_WINDOWS_1252 } from '@typecase/contract/table-text'

/** How many characters of a file are read to propose a mapping. */
const START = 256 * 1024
/** Limit on the unpacked size of a workbook in bytes, the same as the server's. */
const LARGEST_WORKBOOK = 2 ** 30

/**
 * Detects the kind of a file from its first bytes, so its size does not matter.
 * @throws with a message for the user, if the file cannot be imported
 */
export async function kindOfFile(file: File): Promise<'zip' | 'workbook' | 'text'> {
  const head = await bytesOf(file.slice(0, FILE_START))
  const start = latin1(head)
  const isZip = isZipStart(start)
  const end = isZip ? latin1(await bytesOf(file.slice(-FILE_END))) : ''
  const foreign = isXml(start) ? undefined : foreignFile(start, end)
  if (foreign) throw new Error(`${file.name} is ${foreign}`)
  if (isZip) return isWorkbookEnd(end) ? 'workbook' : 'zip'
  if (start.startsWith('\x1f\x8b')) return 'text'
  if (encodingOf(head) === 'utf-8' && start.includes('\0'))
    throw new Error(`${file.name} is not text. ${ACCEPTED_FILES}`)
  return 'text'
}

/** Whether a file is a tar archive, gzipped or not, as other systems export it. */
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

export interface TextStart {
  text: string
  /** Whether the text is the whole file. */
  isWhole: boolean
  /** A note for the user on how the bytes were decoded. */
  notice?: string
}

/** Returns the first characters of a file, unpacked if it is gzipped. */
export async function textStart(file: File): Promise<TextStart> {
  const magic = await bytesOf(file.slice(0, 2))
  const stream = isGzip(magic)
    ? file.stream().pipeThrough(new DecompressionStream('gzip'))
    : file.stream()
  const reader = stream.getReader()
  let notice: string | undefined
  const decode = createTextDecoder(() => (notice = READ_AS_WINDOWS_1252))
  let text = ''
  let isWhole = false
  try {
    while (text.length < START && !isWhole) {
      const { done, value } = await reader.read()
      isWhole = done
      text += decode(value)
    }
  } catch {
    if (isGzip(magic)) throw new Error(`${file.name} is a damaged gzip file, or was cut off.`)
    throw new Error(
      `${file.name} is neither UTF-8 nor UTF-16 text. Save it as UTF-8 and choose it again.`,
    )
  } finally {
    // A gzip stream that is cancelled early reports an error, which does not matter.
    await reader.cancel().catch(() => undefined)
  }
  return { text, isWhole, ...(notice && { notice }) }
}

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b

/**
 * Reads the first rows of a sheet as CSV, and the names of all sheets. The reader loads with the first workbook.
 * @param name the sheet; the first one by default
 */
export async function sheetStart(file: File, name?: string) {
  const { openWorkbook } = await import('@typecase/contract/workbook')
  try {
    const workbook = await openWorkbook(file, { limit: LARGEST_WORKBOOK })
    let text = ''
    for await (const piece of workbook.csv(name)) {
      text += piece
      if (text.length > START) break
    }
    return { text, sheets: workbook.sheets }
  } catch (reason) {
    throw new Error(`${file.name}: ${reason instanceof Error ? reason.message : String(reason)}`, {
      cause: reason,
    })
  }
}
