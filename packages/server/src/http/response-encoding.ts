import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Encodings of cached responses, best first. */
const encoders = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} satisfies Record<string, (bytes: Buffer) => Promise<Buffer>>

export type Encoding = keyof typeof encoders

/** Bytes below which a response fits into one network packet, so compressing it gains nothing. */
const SHORTEST = 1400

/** Returns the best encoding for an `Accept-Encoding` header. */
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

/** Longest uncompressed response kept as a string, in characters: its headers and body are then sent together. */
const LONGEST_TEXT = 8192

/** The bytes of a response and their encoding; short responses are not compressed. */
export interface EncodedBody {
  readonly body: string | Buffer
  readonly encoding: Encoding | undefined
}

export async function encode(text: string, encoding: Encoding | undefined): Promise<EncodedBody> {
  if (encoding === undefined || Buffer.byteLength(text) < SHORTEST)
    return { body: text.length > LONGEST_TEXT ? Buffer.from(text) : text, encoding: undefined }
  return { body: exact(await encoders[encoding](Buffer.from(text))), encoding }
}

/** Copies compressed bytes. They are a slice of a 64 KiB buffer, which a cached response would keep in memory. */
function exact(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
