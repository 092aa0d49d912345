import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'

import { Failure } from '../../../http/failure.ts'
import { kindOfFile, notUtf8 } from './file-kind.ts'

const CHUNK = 256 * 1024

/**
 * Reads a file as UTF-8 text, unpacked where it is gzip (told by its first bytes, not its name).
 * @param limit bytes it may have unpacked
 * @param onRead told the bytes read of the file as it is, for progress
 * @throws Failure for another encoding, a damaged archive or a file that is too large
 */
export async function* readText(
  file: string,
  limit: number,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const isPacked = (await kindOfFile(file)) === 'gzip'
  const bytes = createReadStream(file, { highWaterMark: CHUNK })
  const unpacked = isPacked ? bytes.pipe(createGunzip({ chunkSize: CHUNK })) : bytes
  // pipe() does not hand on errors of its source.
  bytes.once('error', (reason) => unpacked.destroy(reason))
  let total = 0
  try {
    // Both streams give buffers: no encoding is set.
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      total += chunk.length
      if (total > limit) throw tooLarge(limit)
      onRead(bytes.bytesRead)
      yield decoder.decode(chunk, { stream: true })
    }
    yield decoder.decode()
  } catch (reason) {
    throw inWords(reason)
  } finally {
    bytes.destroy()
    unpacked.destroy()
  }
}

export const tooLarge = (limit: number) =>
  new Failure('too_large', `The file is larger than ${limit / 2 ** 20} MB unpacked.`)

function inWords(reason: unknown): unknown {
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : ''
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return notUtf8()
  if (code.startsWith('Z_')) {
    return new Failure('invalid', 'The gzip file is damaged or was cut off. Nothing was imported.')
  }
  return reason
}
