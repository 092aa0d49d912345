import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

import type { App } from '../../app.ts'
import { Failure, invalid } from '../../http/failure.ts'
import { decodedTypes, type Inspection, type MediaFacts, noFacts } from '../../images/image-work.ts'
import type { FileToStore } from '../../storage/stored-files.ts'
import { fileOf, type MediaFile } from '../media/media-fields.ts'
import { HTML, kindOf } from './file-kind.ts'
import { newUploadPath } from './temporary-files.ts'

/** A received file, before any checks. */
export interface IncomingFile extends FileToStore {
  name: string
  /** The type that the sender declared. */
  type: string
}

/** A checked file with the facts read from it. */
export interface PreparedFile extends FileToStore {
  name: string
  type: string
  facts: MediaFacts
}

/** Returns the columns of a media's file, whose bytes are stored. */
export const storedFile = (
  file_id: string,
  original_name: string,
  { size, type, facts }: Pick<PreparedFile, 'size' | 'type' | 'facts'>,
): MediaFile =>
  fileOf({
    file_id,
    original_name,
    size,
    type,
    width: facts.width,
    height: facts.height,
    duration_ms: facts.durationMs,
    blurhash: facts.blurhash,
    color: facts.color,
  })

/** Types of files that may contain a location, or have dimensions. */
const INSPECTABLE_TYPES = /^(image|audio|video)\/|^application\/pdf$/

/**
 * Prepares a file for storage. Every uploaded or imported file passes through here: its type is detected from its
 * bytes, pages are refused, images are rotated upright, and location and owner are removed.
 * @param field the field that it was sent in, for errors
 * @throws Failure `invalid` for a page, and for an image that cannot be read or is too large
 */
export async function prepareFile(
  { settings, images }: Pick<App, 'settings' | 'images'>,
  { owner, field, keepsLocation }: { owner: string; field: string; keepsLocation: boolean },
  { name, type: declared, ...file }: IncomingFile,
  signal: AbortSignal,
): Promise<PreparedFile> {
  const type = await kindOf(file.path, name, declared)
  if (type === HTML) {
    const details = [{ path: field, message: `Invalid file type: ${HTML}`, rule: 'file_type' }]
    throw new Failure('invalid', 'HTML files not allowed', { details })
  }
  const prepared = { name, type, ...file }
  if (!INSPECTABLE_TYPES.test(type)) return { ...prepared, facts: noFacts }
  const output = newUploadPath(settings)
  const task: Inspection = { kind: 'inspect', path: file.path, type, output, keepsLocation }
  try {
    const facts = (await images.processes.run(owner, signal, task)) ?? noFacts
    return { ...prepared, facts, ...(facts.isRewritten && (await measure(output))) }
  } catch (reason) {
    await rm(output, { force: true })
    if (!(reason instanceof Failure && reason.code === 'invalid')) throw reason
    // A file of a type that we do not decode is stored unchanged.
    if (!decodedTypes.includes(type))
      return { ...prepared, facts: { ...noFacts, mayHoldLocation: true } }
    throw invalid(field, `${name.slice(0, 100)}: ${reason.message}`, 'image')
  }
}

/** Determines the size and hash of a file on disk. */
export async function measure(path: string): Promise<FileToStore> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1_048_576 }), hash)
  return { path, size: (await stat(path)).size, sha256: hash.digest('hex') }
}
