import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'

import {
  ACCEPTED_FILES,
  encodingOf,
  FILE_END,
  FILE_START,
  foreignFile,
  isZipStart,
} from '@typecase/contract/import-files'

import { Failure } from '../../../http/failure.ts'

const CHUNK = 256 * 1024
/**
 * Reads a file as text, unpacked if it is gzip (recognised by its first bytes, not its name).
 * @param limit largest unpacked size in bytes
 * @param onRead called with the bytes read of the (compressed) file, for progress
 * @throws Failure for another encoding, a damaged archive or a file that is too large
 */
export async function* readText(
  file: string,
  limit: number,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<string> {
  const isPacked = (await kindOfFile(file)) === 'gzip'
  const bytes = createReadStream(file, { highWaterMark: CHUNK })
  const unpacked = isPacked ? bytes.pipe(createGunzip({ chunkSize: CHUNK })) : bytes
  // pipe() does not hand on errors of its source.
  bytes.once('error', (reason) => unpacked.destroy(reason))
  try {
    // Both streams give buffers: no encoding is set.
    yield* decodeText(unpacked as AsyncIterable<Buffer>, limit, () => onRead(bytes.bytesRead))
  } finally {
    bytes.destroy()
    unpacked.destroy()
  }
}

/**
 * Bytes as text, in UTF-8 or in the UTF-16 of their byte order mark.
 * @param onRead called with each part
 */
export async function* decodeText(
  bytes: AsyncIterable<Buffer>,
  limit: number,
  onRead: () => void,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let total = 0
  try {
    for await (const chunk of bytes) {
      total += chunk.length
      if (total > limit) throw tooLarge(limit)
      onRead()
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
      yield decoder.decode(chunk, { stream: true })
    }
    if (decoder) yield decoder.decode()
  } catch (reason) {
    throw asFailure(reason)
  }
}

export const tooLarge = (limit: number) =>
  new Failure('too_large', `The file is larger than ${limit / 2 ** 20} MB unpacked.`)

function asFailure(reason: unknown): unknown {
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : ''
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return unreadable()
  if (code.startsWith('Z_')) {
    return new Failure('invalid', 'The gzip file is damaged or was cut off. Nothing was imported.')
  }
  return reason
}

/** The first bytes of a file, and the last ones of a zip. */
async function endsOf(path: string): Promise<{ head: Buffer; end: string }> {
  const handle = await open(path)
  const read = async (length: number, position: number) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  }
  try {
    const head = await read(FILE_START, 0)
    if (!isZipStart(head.toString('latin1'))) return { head, end: '' }
    const { size } = await handle.stat()
    const end = await read(FILE_END, Math.max(0, size - FILE_END))
    return { head, end: end.toString('latin1') }
  } finally {
    await handle.close()
  }
}

/** Whether a text may be a bucket.json, by its beginning: neither a table nor an export of objects. */
export async function mayBeBucket(path: string): Promise<boolean> {
  const { head } = await endsOf(path)
  return /^\s*(?:$|\{(?!"id":))/.test(new TextDecoder(encodingOf(head)).decode(head))
}

/**
 * Detects zip, gzip or plain text by the first bytes of a file.
 * @throws Failure `invalid` for an empty file, `unsupported_media_type` for other formats and for documents that are
 * zips
 */
export async function kindOfFile(path: string): Promise<'zip' | 'gzip' | 'text'> {
  const { head, end } = await endsOf(path)
  if (head.length === 0) throw new Failure('invalid', `The file is empty. ${ACCEPTED_FILES}`)
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip'
  const start = head.toString('latin1')
  const foreign = foreignFile(start, end)
  if (foreign) throw new Failure('unsupported_media_type', `This is ${foreign}`)
  if (isZipStart(start)) return 'zip'
  if (encodingOf(head) === 'utf-8' && head.includes(0)) {
    throw new Failure('unsupported_media_type', `The file is not text. ${ACCEPTED_FILES}`)
  }
  return 'text'
}

const unreadable = () =>
  new Failure(
    'unsupported_media_type',
    'The file is neither UTF-8 nor UTF-16 text. Save it as UTF-8 and try again.',
  )
