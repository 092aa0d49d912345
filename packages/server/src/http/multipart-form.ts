import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

import type { FastifyRequest } from 'fastify'

import { MAX_FORM_FIELDS, MAX_FORM_FIELD_BYTES } from '../limits.ts'
import { assertStorableText, storable } from '../storable.ts'
import { Failure, invalid } from './failure.ts'

/** A file of a form, written to disk. */
export interface ReceivedFile {
  path: string
  /** The file name that the sender gave. */
  name: string
  /** The MIME type that the sender gave. */
  type: string
  size: number
  sha256: string
}

export interface ReceivedForm {
  files: ReceivedFile[]
  fields: Readonly<Record<string, string>>
}

export interface FormRules {
  /** The name of the file field. */
  field: string
  /** The maximum number of files. */
  most: number
  /** A field that may replace the files. */
  alternative?: string
  /** The maximum size of each file in bytes. */
  limit: number
  /** Returns the path to write a file to; after a failure, the caller deletes the file. */
  newPath(): string
}

/**
 * Streams the files of a multipart request to disk and reads its other fields.
 * @throws Failure `unsupported_media_type`, `too_large`, or `invalid` for a missing or unknown part
 */
export async function receiveForm(
  request: FastifyRequest,
  { field, most, alternative = '', limit, newPath }: FormRules,
): Promise<ReceivedForm> {
  if (!request.isMultipart()) {
    throw new Failure('unsupported_media_type', 'Send the file as multipart/form-data.')
  }
  const fields = new Map<string, string>()
  const files: ReceivedFile[] = []
  try {
    const limits = {
      files: most,
      fileSize: limit,
      fields: MAX_FORM_FIELDS,
      fieldSize: MAX_FORM_FIELD_BYTES,
      parts: MAX_FORM_FIELDS + most,
    }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        if (part.fieldname !== field) throw invalid(part.fieldname, `the file belongs in ${field}`)
        const path = newPath()
        const received = await receiveFile(part.file, path)
        if (part.file.truncated) throw tooLarge(limit)
        const name = storable(part.filename).slice(0, 200)
        files.push({ path, name, type: part.mimetype, ...received })
      } else {
        if (part.valueTruncated) throw invalid(part.fieldname, `${part.fieldname} is too long`)
        const text = String(part.value)
        assertStorableText(part.fieldname, text)
        fields.set(part.fieldname, text)
      }
    }
  } catch (reason) {
    // Read to the end: a client that is still sending would not see the response if the connection closed.
    request.raw.unpipe()
    request.raw.resume()
    throw asFailure(reason, limit)
  }
  if (files.length === 0 && !fields.has(alternative))
    throw invalid(field, `${field} is a required field`, 'required')
  return { files, fields: Object.fromEntries(fields) }
}

/** Writes a stream to a new file and syncs it, since rows that refer to the file may survive a power cut. */
async function receiveFile(
  source: Readable,
  path: string,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  async function* countBytes() {
    // A failed write must not destroy the stream, since the rest of the request follows in it.
    const chunks = source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
    for await (const chunk of chunks) {
      size += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  // A write stream might create its file after it has failed and the caller has deleted the file, so open it first.
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(countBytes())
    await file.datasync()
  } finally {
    await file.close()
  }
  return { size, sha256: hash.digest('hex') }
}

export const tooLarge = (limit: number) =>
  new Failure('too_large', `The file is larger than ${Math.floor(limit / 1_000_000)} MB.`)

function asFailure(reason: unknown, limit: number): unknown {
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(limit)
  // Errors of the multipart parser (no boundary, broken headers, premature end) have neither a code nor a class.
  const isUnreadable = code === '' && Object.getPrototypeOf(reason) === Error.prototype
  if (isUnreadable || (code.startsWith('FST_') && !(reason instanceof Failure))) {
    return new Failure('invalid', 'The upload has too many parts, or parts that cannot be read.')
  }
  if (code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new Failure('invalid', 'The upload was cut off.')
  return reason
}
