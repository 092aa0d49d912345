import { rm } from 'node:fs/promises'

import { newId } from '@typecase/contract/ids'

import type { App } from '../../app.ts'
import { prepared } from '../../database/prepared.ts'
import type { Write } from '../../database/write-queue.ts'
import { invalid } from '../../http/failure.ts'
import { bringFile, settleFile } from '../../storage/stored-files.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { bucketChanged } from '../buckets/bucket-changed.ts'
import { mediaUrls } from '../media/media-url.ts'
import { type MediaRow, toPublicMedia } from '../media/media-view.ts'
import { type IncomingFile, prepareFile, type PreparedFile } from './prepare-file.ts'
import { safeName } from './safe-name.ts'

/** What is said of files beside their bytes. */
export interface MediaFields {
  folder?: string
  /** JSON. */
  metadata?: string
  alt_text?: string
  title?: string
}

const photos = prepared((db, of: { bucketId: string }) =>
  db.selectFrom('buckets').select('media_keeps_location').where('id', '=', of.bucketId),
)

/** How often bytes are brought that somebody deletes in between. */
const TRIES = 3

export interface Adding {
  access: BucketAccess
  /** That the files were sent in, for errors. */
  field: string
  fields: MediaFields
  signal: AbortSignal
  /** Belongs to the same write. */
  within?: (write: Write, media: readonly MediaRow[]) => Promise<unknown>
}

/**
 * Adds files to the media of a bucket: all of them, in one write, or none. The files that came in stay the caller's.
 */
export async function addMedia(app: App, adding: Adding, files: readonly IncomingFile[]) {
  const { access, field, fields, signal } = adding
  const { bucketId: owner } = access
  const rewritten: string[] = []
  try {
    const metadata = readMetadata(fields.metadata)
    const [bucket] = await photos(app.db.read, { bucketId: owner })
    const gate = { owner, field, keepsLocation: bucket?.media_keeps_location === 1 }
    const ready: PreparedFile[] = []
    for (const file of files) {
      const one = await prepareFile(app, gate, file, signal)
      if (one.path !== file.path) rewritten.push(one.path)
      ready.push(one)
    }
    const rows = await storeAll(app, adding, metadata, ready)
    const urlOf = await mediaUrls(app, owner)
    return rows.map((row) => toPublicMedia(row, urlOf))
  } finally {
    for (const path of rewritten) await rm(path, { force: true })
  }
}

async function storeAll(
  app: App,
  adding: Adding,
  metadata: string,
  files: readonly PreparedFile[],
): Promise<MediaRow[]> {
  const { access } = adding
  for (let tries = TRIES; ; tries -= 1) {
    const arrived: (string | null)[] = []
    for (const file of files) arrived.push(await bringFile(app, access.bucketId, file))
    const rows = await app.db
      .write(async (write) => {
        const version = await bucketChanged(app, write, access)
        const added: MediaRow[] = []
        for (const [n, file] of files.entries()) {
          const brought = arrived[n] ?? null
          const fileId = await settle(app, write, access, file, brought)
          // Nothing is written: the one above all, whose row is kept, is found by the sweep.
          if (fileId === undefined) throw new Vanished()
          added.push(await insert(app, write, { ...adding, version, metadata, fileId }, file))
        }
        await adding.within?.(write, added)
        return added
      })
      .catch((reason: unknown) => {
        if (reason instanceof Vanished && tries > 1) return undefined
        throw reason
      })
    if (rows) return rows
  }
}

/** The bytes that were known when the upload began were deleted before it ended. */
class Vanished extends Error {}

const settle = (
  { clock }: App,
  { db }: Write,
  { bucketId }: BucketAccess,
  file: PreparedFile,
  arrived: string | null,
) => settleFile(db, bucketId, file.sha256, arrived, clock.now())

interface Inserting extends Adding {
  version: number
  metadata: string
  fileId: string
}

async function insert(
  { clock }: App,
  { db }: Write,
  { access, fields, version, metadata, fileId }: Inserting,
  { name, type, size, facts }: PreparedFile,
): Promise<MediaRow> {
  const id = newId(clock.now())
  const now = clock.iso()
  const row: MediaRow = {
    id,
    bucket_id: access.bucketId,
    name: `${id}-${safeName(name)}`,
    original_name: name,
    size,
    type,
    folder: fields.folder || null,
    title: fields.title ?? '',
    alt_text: fields.alt_text ?? '',
    width: facts.width,
    height: facts.height,
    duration_ms: facts.durationMs,
    blurhash: facts.blurhash,
    color: facts.color,
    metadata,
    location: null,
    created_at: now,
    created_by: access.userId,
    modified_at: now,
    modified_by: access.userId,
  }
  await db
    .insertInto('media')
    .values({ ...row, version, file_id: fileId })
    .execute()
  return row
}

/** @throws Failure `invalid` */
export function readMetadata(text: string | undefined): string {
  if (text === undefined || text.trim() === '') return '{}'
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return JSON.stringify(value)
  } catch {
    // Said below.
  }
  throw invalid('metadata', 'metadata must be a JSON object', 'json')
}
