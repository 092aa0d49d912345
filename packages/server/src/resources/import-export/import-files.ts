import { createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import type { FastifyRequest } from 'fastify'

import type { App } from '../../app.ts'
import { Failure, invalid } from '../../http/failure.ts'
import { IMPORT_KINDS } from './import-task.ts'

const UPLOAD = /^import-([0-9a-f]{24})\.upload$/
const OURS = /^(import-.*\.(upload|staging)|export-.*\.part)$/

/** After which nobody writes a file any more, ms: an upload over a slow line pauses for less. */
const QUIET = 60 * 60_000

/** Folder of files that live as long as a request or a job. */
export function temporaryFolder(dataDir: string): string {
  const folder = join(dataDir, 'tmp')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Path of an uploaded file. @param upload the id it was given */
export const uploadFile = (dataDir: string, upload: string): string =>
  join(temporaryFolder(dataDir), `import-${upload}.upload`)

/** Path of the rows that a job's import has staged. */
export const stagingFile = (dataDir: string, jobId: string): string =>
  join(temporaryFolder(dataDir), `import-${jobId}.staging`)

export const removeFile = (path: string): void => rmSync(path, { force: true })

/**
 * Removes what a server that died left behind: staged rows, exports, and uploads that no waiting job is about. Lists
 * the folder before it returns, so that files which come later are never meant.
 */
export async function sweepImports({ db, settings }: App): Promise<void> {
  const folder = temporaryFolder(settings.DATA_DIR)
  // Servers of one PostgreSQL share the folder, and others may be at work in it.
  const before = settings.DATABASE_URL === undefined ? Infinity : Date.now() - QUIET
  const isLeft = (name: string) =>
    OURS.test(name) &&
    (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < before
  const files = readdirSync(folder).filter(isLeft)
  if (files.length === 0) return
  const jobs = await db.read
    .selectFrom('jobs')
    .select('payload')
    .where('kind', 'in', IMPORT_KINDS)
    .where('status', 'in', ['queued', 'running'])
    .execute()
  const needed = new Set(
    jobs.map(({ payload }) => (JSON.parse(payload) as { upload?: unknown }).upload),
  )
  for (const name of files) {
    if (!needed.has(UPLOAD.exec(name)?.[1])) removeFile(join(folder, name))
  }
}

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
