import { encodingOf } from './import-files.ts'

/** The warning for the user that a table is not UTF-8. */
export const READ_AS_WINDOWS_1252 = 'Read as Windows-1252, since it is not UTF-8. Check accents.'

/**
 * Bytes that texts do not contain: all controls except tabs, ends of lines and pages, and the end-of-file mark of DOS.
 */
// oxlint-disable-next-line no-control-regex -- controls tell other files from texts
const BINARY = /[\0-\x08\x0b\x0e-\x19\x1b-\x1f]/
const ASCII = /^\p{ASCII}*$/u

/** The error for bytes that are not text in a supported encoding. */
export class EncodingError extends Error {}

/**
 * Returns a function that decodes a text chunk by chunk, and finishes if called without a chunk. It reads UTF-8, UTF-16
 * with a byte order mark and, except for JSON, Windows-1252, in which Excel saves CSV. It throws an `EncodingError` for
 * other bytes.
 * @param onFallback called when the text turns out not to be UTF-8
 */
export function createTextDecoder(onFallback: () => void) {
  let decoder: TextDecoder | undefined
  /** Whether all text so far is the same in UTF-8 and Windows-1252. */
  let isPlain = true
  let isFallback = false
  /** The bytes of a character that continues in the next chunk. */
  let tail: Uint8Array = new Uint8Array()

  function decode(chunk?: Uint8Array): string {
    const bytes = tail.length > 0 ? concatenate(tail, chunk) : (chunk ?? tail)
    if (!decoder) {
      const encoding = encodingOf(bytes)
      decoder = new TextDecoder(encoding, { fatal: true })
      isPlain = encoding === 'utf-8' && !/^\s*(?:[{[]|\u00ef\u00bb\u00bf)/.test(latin1(bytes))
    }
    if (isFallback) return assertText(decoder.decode(chunk, { stream: chunk !== undefined }))
    try {
      const text = decoder.decode(chunk, { stream: chunk !== undefined })
      if (isPlain && !ASCII.test(text)) isPlain = false
      tail = isPlain ? bytes.slice(text.length) : new Uint8Array()
      return text
    } catch {
      if (!isPlain || isMostlyUtf8(bytes)) throw new EncodingError()
      isFallback = true
      decoder = new TextDecoder('windows-1252')
      onFallback()
      return assertText(decoder.decode(bytes, { stream: chunk !== undefined }))
    }
  }
  return decode
}

/** Whether at least half of the non-ASCII characters are valid UTF-8, as in a damaged UTF-8 file. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const characters = new TextDecoder().decode(bytes).match(/\P{ASCII}/gu) ?? []
  return characters.filter((one) => one === '\uFFFD').length * 2 <= characters.length
}

function assertText(text: string): string {
  if (BINARY.test(text)) throw new EncodingError()
  return text
}

function concatenate(first: Uint8Array, second: Uint8Array = new Uint8Array()): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

const latin1 = (bytes: Uint8Array): string =>
  new TextDecoder('latin1').decode(bytes.subarray(0, 512))
