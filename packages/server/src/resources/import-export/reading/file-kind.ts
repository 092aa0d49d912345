import { open } from 'node:fs/promises'

import { Failure } from '../../../http/failure.ts'

const ACCEPTED = 'An import takes bucket.json, CSV and NDJSON files, gzipped or not.'
/** Bytes that tell text from other things. */
const HEAD = 512

/** Beginnings of files that people send by mistake. */
const KNOWN: readonly (readonly [name: string, start: string])[] = [
  ['a zip archive. Unpack it and import the bucket.json, CSV or NDJSON in it', 'PK\x03\x04'],
  ['a zip archive without anything in it', 'PK\x05\x06'],
  ['a PNG image', '\x89PNG'],
  ['a JPEG image', '\xff\xd8\xff'],
  ['a GIF image', 'GIF8'],
  ['a PDF', '%PDF'],
  ['an old spreadsheet. Save it as CSV', '\xd0\xcf\x11\xe0'],
  ['a SQLite database', 'SQLite format 3\0'],
]

/**
 * Tells gzip from plain text by the first bytes of a file, whatever its name.
 * @throws Failure `invalid` for an empty file, `unsupported_media_type` for what is neither
 */
export async function kindOfFile(path: string): Promise<'gzip' | 'text'> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    if (bytesRead === 0) throw new Failure('invalid', `The file is empty. ${ACCEPTED}`)
    const head = buffer.subarray(0, bytesRead)
    if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip'
    const start = head.toString('latin1')
    const known = KNOWN.find(([, bytes]) => start.startsWith(bytes))
    if (known) throw new Failure('unsupported_media_type', `This is ${known[0]}. ${ACCEPTED}`)
    if (start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')) throw notUtf8()
    if (head.includes(0)) {
      throw new Failure('unsupported_media_type', `The file is not text. ${ACCEPTED}`)
    }
    return 'text'
  } finally {
    await handle.close()
  }
}

export const notUtf8 = () =>
  new Failure(
    'unsupported_media_type',
    'The file is not UTF-8 text. Save it as UTF-8 and try again.',
  )
