import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'

import { Failure } from '../../../http/failure.ts'

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
  const isPacked = await isGzip(file)
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

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    if (bytesRead === 0) throw new Failure('invalid', 'The file is empty.')
    if (buffer.toString('latin1', 0, 4) === 'PK\x03\x04') {
      throw new Failure(
        'unsupported_media_type',
        'This is a zip archive. Unpack it and import the bucket.json in it.',
      )
    }
    const isUtf16 = buffer.readUInt16BE(0) === 0xfeff || buffer.readUInt16BE(0) === 0xfffe
    if (bytesRead > 1 && isUtf16) throw notUtf8()
    return buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await handle.close()
  }
}

const notUtf8 = () =>
  new Failure(
    'unsupported_media_type',
    'The file is not UTF-8 text. Save it as UTF-8 and try again.',
  )

function inWords(reason: unknown): unknown {
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : ''
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return notUtf8()
  if (code.startsWith('Z_')) {
    return new Failure('invalid', 'The gzip file is damaged or was cut off. Nothing was imported.')
  }
  return reason
}
