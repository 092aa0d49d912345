import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Encodings that answers are kept in, best first. */
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

/** @returns the bytes and the encoding that they are in: short ones stay plain */
export async function encode(
  bytes: Buffer,
  wanted: Encoding | undefined,
): Promise<{ bytes: Buffer; encoding: Encoding | undefined }> {
  if (wanted === undefined || bytes.length < SHORTEST) return { bytes, encoding: undefined }
  return { bytes: await encoders[wanted](bytes), encoding: wanted }
}
