import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

import type { FastifyRequest } from 'fastify'

import { Failure, invalid } from '../../http/failure.ts'

/** A multipart request whose file was stored. */
export interface Upload {
  /** The file's own name. */
  name: string
  fields: Readonly<Record<string, string>>
}

const FIELD_BYTES = 1_000_000

/**
 * Stores the file of a multipart request and reads the fields beside it.
 * @param path where to; what is there after a failure is the caller's to remove
 * @throws Failure `unsupported_media_type`, `too_large`, or `invalid` for a missing or an unknown part
 */
export async function receiveUpload(
  request: FastifyRequest,
  { path, field, limit }: { path: string; field: string; limit: number },
): Promise<Upload> {
  if (!request.isMultipart()) {
    throw new Failure('unsupported_media_type', 'Send the file as multipart/form-data.')
  }
  const fields = new Map<string, string>()
  let name: string | undefined
  try {
    const limits = { files: 1, fileSize: limit, fields: 20, fieldSize: FIELD_BYTES, parts: 21 }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        if (part.fieldname !== field) throw invalid(part.fieldname, `the file belongs in ${field}`)
        // Flushed, since the job that will read it outlives a power cut.
        await pipeline(
          part.file,
          createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
        )
        if (part.file.truncated) throw tooLarge(limit)
        name = part.filename
      } else {
        if (part.valueTruncated) throw invalid(part.fieldname, `${part.fieldname} is too long`)
        fields.set(part.fieldname, String(part.value))
      }
    }
  } catch (reason) {
    throw inWords(reason, limit)
  }
  if (name === undefined) throw invalid(field, `${field} is a required field`, 'required')
  return { name: name.slice(0, 200), fields: Object.fromEntries(fields) }
}

const tooLarge = (limit: number) =>
  new Failure('too_large', `The file is larger than ${Math.floor(limit / 1_000_000)} MB.`)

function inWords(reason: unknown, limit: number): unknown {
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(limit)
  // What the multipart parser throws (no boundary, broken headers, an early end) has neither code nor class.
  const isUnreadable = code === '' && Object.getPrototypeOf(reason) === Error.prototype
  if (isUnreadable || (code.startsWith('FST_') && !(reason instanceof Failure))) {
    return new Failure('invalid', 'The upload has too many parts, or parts that cannot be read.')
  }
  if (code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new Failure('invalid', 'The upload was cut off.')
  return reason
}
