import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Encodings of cached responses, best first. */
const encoders = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} satisfies Record<string, (bytes: Buffer) => Promise<Buffer>>

export type Encoding = keyof typeof encoders

/** Bytes below which an answer fits a network packet anyway. */
const SHORTEST = 1400

/** The encoding for a client with this `Accept-Encoding`. */
export function encodingFor(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined
  const names = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim()),
  )
  if (names.has('br')) return 'br'
  return names.has('gzip') ? 'gzip' : undefined
}

/** Characters up to which an answer that stays plain is left as a text: its head and its body then leave in one piece. */
const LONGEST_TEXT = 8192

/** The bytes of a response and their encoding: short ones stay plain. */
export interface Encoded {
  readonly body: string | Buffer
  readonly encoding: Encoding | undefined
}

export async function encode(text: string, encoding: Encoding | undefined): Promise<Encoded> {
  if (encoding === undefined || Buffer.byteLength(text) < SHORTEST)
    return { body: text.length > LONGEST_TEXT ? Buffer.from(text) : text, encoding: undefined }
  return { body: exact(await encoders[encoding](Buffer.from(text))), encoding }
}

/** Compressed bytes are a slice of a buffer of 64 KiB, all of which stays in memory as long as a cached answer does. */
function exact(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
