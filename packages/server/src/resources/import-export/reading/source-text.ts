import { createReadStream, openAsBlob } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'

import {
  ACCEPTED_FILES,
  encodingOf,
  FILE_END,
  FILE_START,
  foreignFile,
  isWorkbookEnd,
  isZipStart,
} from '@typecase/contract/import-files'
import {
  createTextDecoder,
  EncodingError,
  READ_AS_WINDOWS_1252,
} from '@typecase/contract/table-text'
import { openWorkbook, WorkbookError } from '@typecase/contract/workbook'

import { Failure } from '../../../http/failure.ts'

const CHUNK = 256 * 1024

export interface TextReading {
  /** Largest unpacked size in bytes. */
  readonly limit: number
  /** Called with the bytes read of the (compressed) file, for progress. */
  onRead?(bytes: number): void
  /** Called with a message about anything that is left out, or interpreted. */
  warn?(message: string): void
  /** The sheet of a workbook; its first one by default. */
  readonly sheet?: string | undefined
}

/**
 * Reads a file as text: unpacks gzip (recognised by its first bytes, not its name), and converts a workbook to CSV.
 * @throws Failure for another encoding, a damaged archive or a file that is too large
 */
export async function* readText(file: string, reading: TextReading): AsyncGenerator<string> {
  const kind = await kindOfFile(file)
  yield* kind === 'workbook' ? workbookText(file, reading) : plainText(file, kind, reading)
}

async function* plainText(
  file: string,
  kind: string,
  { limit, onRead, warn }: TextReading,
): AsyncGenerator<string> {
  const bytes = createReadStream(file, { highWaterMark: CHUNK })
  const unpacked = kind === 'gzip' ? bytes.pipe(createGunzip({ chunkSize: CHUNK })) : bytes
  // pipe() does not forward errors of its source.
  bytes.once('error', (reason) => unpacked.destroy(reason))
  try {
    // Both streams yield buffers, since no encoding is set.
    yield* decodeText(
      unpacked as AsyncIterable<Buffer>,
      limit,
      () => onRead?.(bytes.bytesRead),
      warn,
    )
  } finally {
    bytes.destroy()
    unpacked.destroy()
  }
}

async function* workbookText(file: string, reading: TextReading): AsyncGenerator<string> {
  const { limit, onRead, warn, sheet } = reading
  try {
    const blob = await openAsBlob(file)
    const workbook = await openWorkbook(blob, {
      limit,
      ...(warn && { warn }),
      onRead: (share) => onRead?.(Math.floor(share * blob.size)),
    })
    const [first, ...others] = workbook.sheets
    if (sheet === undefined && others.length > 0)
      warn?.(
        `Only the first sheet, “${first}”, was read. Others: ${others.join(', ').slice(0, 500)}. For another sheet, download the file and choose it, or name the sheet in the mapping.`,
      )
    yield* workbook.csv(sheet)
  } catch (reason) {
    if (!(reason instanceof WorkbookError)) throw reason
    throw new Failure('invalid', `${reason.message} Nothing was imported.`)
  }
}

/**
 * Decodes bytes as UTF-8, as UTF-16 if they begin with its byte order mark or, for a table, as Windows-1252.
 * @param onRead called for each part
 */
export async function* decodeText(
  bytes: AsyncIterable<Buffer>,
  limit: number,
  onRead: () => void,
  warn: (message: string) => void = () => {},
): AsyncGenerator<string> {
  const decode = createTextDecoder(() => warn(READ_AS_WINDOWS_1252))
  let total = 0
  try {
    for await (const chunk of bytes) {
      total += chunk.length
      if (total > limit) throw tooLarge(limit)
      onRead()
      yield decode(chunk)
    }
    if (total > 0) yield decode()
  } catch (reason) {
    throw asFailure(reason)
  }
}

export const tooLarge = (limit: number) =>
  new Failure('too_large', `The file is larger than ${limit / 2 ** 20} MB unpacked.`)

function asFailure(reason: unknown): unknown {
  if (reason instanceof EncodingError) return unreadable()
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : ''
  if (code.startsWith('Z_')) {
    return new Failure('invalid', 'The gzip file is damaged or was cut off. Nothing was imported.')
  }
  return reason
}

/** Reads the first bytes of a file and, if it is a zip, the last ones. */
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

/** Whether a text may be a bucket.json: by its beginning, it is neither a table nor an export of objects. */
export async function mayBeBucket(path: string): Promise<boolean> {
  const { head } = await endsOf(path)
  return /^\s*(?:$|\{(?!"id":))/.test(new TextDecoder(encodingOf(head)).decode(head))
}

/**
 * Detects zip, workbook, gzip or plain text by the first bytes of a file, and the last ones of a zip.
 * @throws Failure `invalid` for an empty file; `unsupported_media_type` for other formats, even zipped documents
 */
export async function kindOfFile(path: string): Promise<'zip' | 'workbook' | 'gzip' | 'text'> {
  const { head, end } = await endsOf(path)
  if (head.length === 0) throw new Failure('invalid', `The file is empty. ${ACCEPTED_FILES}`)
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip'
  const start = head.toString('latin1')
  const foreign = foreignFile(start, end)
  if (foreign) throw new Failure('unsupported_media_type', `This is ${foreign}`)
  if (isZipStart(start)) return isWorkbookEnd(end) ? 'workbook' : 'zip'
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
