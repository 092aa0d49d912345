import { rm } from 'node:fs/promises'

import { newId } from '@typecase/contract/ids'

import type { App } from '../../app.ts'
import { prepared } from '../../database/prepared.ts'
import type { Write } from '../../database/write-queue.ts'
import { invalid } from '../../http/failure.ts'
import { uploadFile, commitFile } from '../../storage/stored-files.ts'
import type { BucketAccess, BumpedBucket } from '../buckets/bucket-access.ts'
import { contentChanged } from '../buckets/bucket-changed.ts'
import { folderFor } from '../media-folders/store.ts'
import { mediaUrls } from '../media/media-url.ts'
import { type MediaRow, toPublicMedia } from '../media/media-view.ts'
import { assertWithinLimits, takeWithinLimits } from '../plans/limits.ts'
import { webhookBatch } from '../webhooks/fire.ts'
import { newMedia } from '../webhooks/content-change.ts'
import { assertStorable } from '../../storable.ts'
import { type IncomingFile, prepareFile, type PreparedFile } from './prepare-file.ts'
import { safeName } from './safe-name.ts'

/** Descriptive fields of a file. */
export interface MediaFields {
  folder?: string
  /** JSON. */
  metadata?: string
  alt_text?: string
  title?: string
  /** Only for calls with a bucket key. */
  trigger_webhook?: string
}

const photos = prepared((db, of: { bucketId: string }) =>
  db.selectFrom('buckets').select('media_keeps_location').where('id', '=', of.bucketId),
)

/** Maximum number of attempts to store bytes that someone else keeps deleting in between. */
const TRIES = 3

export interface Adding {
  access: BucketAccess
  /** The form field of the files, for errors. */
  field: string
  fields: MediaFields
  signal: AbortSignal
  /** Further work within the same write. */
  within?: (write: Write, media: readonly MediaRow[]) => Promise<unknown>
}

/**
 * Checks that the plan has room for any file at all, before one is received.
 * @throws Failure `forbidden`, rule `plan_limit`
 */
export const assertRoomForFile = (app: App, access: BucketAccess): Promise<void> =>
  assertWithinLimits(app, app.db.read, access, { media_files: 1, media_storage: 1 })

const roomFor = (files: readonly { size: number }[]) => ({
  media_files: files.length,
  media_storage: files.reduce((sum, { size }) => sum + size, 0),
})

/** Adds files to the media of a bucket, either all in one write or none. The caller still owns the received files. */
export async function addMedia(app: App, adding: Adding, files: readonly IncomingFile[]) {
  const { access, fields } = adding
  const metadata = readMetadata(fields.metadata)
  // Check the limits before the bytes are stored.
  await assertWithinLimits(app, app.db.read, access, roomFor(files))
  const rows = await storeFiles(
    app,
    adding,
    files,
    async (write, ready, { version, firesWebhooks }) => {
      await takeWithinLimits(app, write, access, roomFor(ready))
      const folder = fields.folder ? await folderFor(write.db, access, fields.folder) : null
      const added: MediaRow[] = []
      for (const { fileId, ...file } of ready)
        added.push(await insert(app, write, { ...adding, version, metadata, fileId, folder }, file))
      await adding.within?.(write, added)
      if (firesWebhooks) {
        const firing = webhookBatch(app.clock, write, access, 'media')
        for (const media of added) firing.add(newMedia(media))
        await firing.fire()
      }
      return added
    },
  )
  const urlOf = await mediaUrls(app, access.bucketId)
  return rows.map((row) => toPublicMedia(row, urlOf))
}

/** A prepared file whose bytes are in the store. */
export type SettledFile = PreparedFile & { fileId: string }

/**
 * Prepares files, stores their bytes for a bucket, and refers to them in one write. The caller still owns the incoming
 * files.
 * @param work creates the references; it receives the stored files and the bucket's new version
 */
export async function storeFiles<T>(
  app: App,
  { access, field, signal }: Pick<Adding, 'access' | 'field' | 'signal'>,
  files: readonly IncomingFile[],
  work: (write: Write, files: readonly SettledFile[], bumped: BumpedBucket) => Promise<T>,
): Promise<T> {
  const { bucketId: owner } = access
  const rewritten: string[] = []
  try {
    const [bucket] = await photos(app.db.read, { bucketId: owner })
    const gate = { owner, field, keepsLocation: bucket?.media_keeps_location === 1 }
    const ready: PreparedFile[] = []
    for (const file of files) {
      const one = await prepareFile(app, gate, file, signal)
      if (one.path !== file.path) rewritten.push(one.path)
      ready.push(one)
    }
    return await bringAll(app, access, ready, work)
  } finally {
    for (const path of rewritten) await rm(path, { force: true })
  }
}

async function bringAll<T>(
  app: App,
  access: BucketAccess,
  files: readonly PreparedFile[],
  work: (write: Write, files: readonly SettledFile[], bumped: BumpedBucket) => Promise<T>,
): Promise<T> {
  for (let tries = TRIES; ; tries -= 1) {
    const uploads: (string | null)[] = []
    for (const file of files) uploads.push(await uploadFile(app, access.bucketId, file))
    try {
      return await app.db.write(async (write) => {
        const bumped = await contentChanged(app, write, access)
        const settled: SettledFile[] = []
        for (const [n, file] of files.entries()) {
          const receivedFile = uploads[n] ?? null
          const fileId = await settle(app, write, access, file, receivedFile)
          // The error rolls the write back, so the sweep still finds the files.
          if (fileId === undefined) throw new StoredFileMissing()
          settled.push({ ...file, fileId })
        }
        return work(write, settled, bumped)
      }, access)
    } catch (reason) {
      if (!(reason instanceof StoredFileMissing) || tries <= 1) throw reason
    }
  }
}

/** The bytes that were in the store when the upload began were deleted before it ended. */
class StoredFileMissing extends Error {}

const settle = (
  { clock }: App,
  { db }: Write,
  { bucketId }: BucketAccess,
  file: PreparedFile,
  upload: string | null,
) => commitFile(db, bucketId, file.sha256, upload, clock.now())

interface Inserting extends Adding {
  version: number
  metadata: string
  fileId: string
  folder: string | null
}

async function insert(
  { clock }: App,
  { db }: Write,
  { access, fields, version, metadata, fileId, folder }: Inserting,
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
    folder,
    title: fields.title ?? '',
    alt_text: fields.alt_text ?? '',
    width: facts.width,
    height: facts.height,
    duration_ms: facts.durationMs,
    blurhash: facts.blurhash,
    color: facts.color,
    metadata,
    location: null,
    replaced: 0,
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

/** Parses metadata. @throws Failure `invalid` unless it is a JSON object */
export function readMetadata(text: string | undefined): string {
  if (text === undefined || text.trim() === '') return '{}'
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The check below rejects it.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('metadata', 'metadata must be a JSON object', 'json')
  assertStorable(value, text, 'metadata')
  return JSON.stringify(value)
}
