import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'

import { MAX_UPLOAD_CHUNKS, UPLOAD_CHUNK_BYTES, UPLOAD_EXPIRY_MS } from '../../limits.ts'
import type { App } from '../../app.ts'
import { conflict, Failure, notFound } from '../../http/failure.ts'
import {
  changeState,
  deleteFiles,
  type FileToStore,
  putChunk,
  storeKey,
} from '../../storage/stored-files.ts'
import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { newUploadPath } from './temporary-files.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    uploads: {
      id: string
      bucket_id: string
      user_id: string
      size: number
      about: string
      media_id: string | null
      expires_at: number
      /** How many bytes from the start are in the store. */
      received: number
    }
    upload_chunks: {
      upload_id: string
      /** The offset of the chunk's first byte. */
      start: number
      file_id: string
    }
  }
}

export interface Upload {
  id: string
  size: number
  about: string
  media_id: string | null
  expires_at: number
  received: number
}

/**
 * Stores a request body in chunks, each of which counts at once: after a broken connection, all complete chunks remain
 * and also the received part of the last one.
 * @throws Failure `conflict` if another request has continued the upload
 */
export async function receiveChunks(
  app: App,
  access: BucketAccess,
  upload: Upload,
  body: Readable,
): Promise<void> {
  const source: AsyncIterator<Buffer> = body.iterator({ destroyOnReturn: false })
  const path = newUploadPath(app.settings)
  try {
    for (let start = upload.received; ;) {
      const { size, isLast, failure } = await writeChunk(source, path, upload.size - start)
      if (size > 0) await append(app, access, upload.id, start, { path, size })
      if (failure) throw failure.reason
      if (isLast) return
      start += size
    }
  } catch (reason) {
    // Read and drop the rest of the request: a client that is still sending gets no response if the connection closes.
    // The body only flows once its iterator is closed.
    await source.return?.()
    body.resume()
    throw reason
  } finally {
    await rm(path, { force: true })
  }
}

interface WrittenChunk {
  size: number
  /** Whether it is the last chunk of the request. */
  isLast: boolean
  /** The error that ended the request's body. */
  failure?: { reason: unknown }
}

/** Writes the next bytes of a request to a file. @param room how many more bytes the upload accepts */
async function writeChunk(
  source: AsyncIterator<Buffer>,
  path: string,
  room: number,
): Promise<WrittenChunk> {
  await rm(path, { force: true })
  const file = await open(path, 'wx', 0o600)
  try {
    let size = 0
    while (size < UPLOAD_CHUNK_BYTES) {
      const next = await source.next().catch((reason: unknown) => ({ reason }))
      if ('reason' in next) return { size, isLast: true, failure: next }
      if (next.done) return { size, isLast: true }
      if (size + next.value.length > room) {
        const reason = new Failure('too_large', 'More bytes were sent than announced.')
        return { size, isLast: true, failure: { reason } }
      }
      await file.writeFile(next.value)
      size += next.value.length
    }
    return { size, isLast: false }
  } finally {
    await file.close()
  }
}

/**
 * Stores a chunk and advances the offset, unless it has advanced since: of two requests at the same offset, in any
 * process, only one continues.
 */
async function append(
  app: App,
  access: BucketAccess,
  upload_id: string,
  start: number,
  chunk: { path: string; size: number },
): Promise<void> {
  const { bucketId } = access
  const file_id = await putChunk(app, bucketId, chunk)
  const current = await app.db.write(async ({ db }) => {
    const now = app.clock.now()
    const { numUpdatedRows } = await db
      .updateTable('uploads')
      .set({ received: start + chunk.size, expires_at: now + UPLOAD_EXPIRY_MS })
      .where('id', '=', upload_id)
      .where('received', '=', start)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) {
      await db.insertInto('upload_chunks').values({ upload_id, start, file_id }).execute()
      await changeState(db, bucketId, [file_id], 'part', now)
      return undefined
    }
    await changeState(db, bucketId, [file_id], 'leaving', now)
    const rows = db.selectFrom('uploads').select('received').where('id', '=', upload_id)
    return (await rows.executeTakeFirst()) ?? 'deleted'
  }, access)
  if (current === 'deleted') throw notFound('Upload')
  if (current) throw notAt(current.received, start)
}

/** Returns the error for a request whose offset differs from that of the upload. */
export const notAt = (received: number, offset: number): Failure =>
  conflict(`The upload is at byte ${received}. Continue there, not at ${offset}.`)

/** Checks that an upload may have another chunk. @throws Failure `conflict` at the limit */
export async function assertRoomForChunk({ db }: App, { id }: Upload): Promise<void> {
  const { count } = await db.read
    .selectFrom('upload_chunks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('upload_id', '=', id)
    .executeTakeFirstOrThrow()
  if (count >= MAX_UPLOAD_CHUNKS)
    throw conflict(
      `An upload may come in ${MAX_UPLOAD_CHUNKS} parts. Start again with larger ones.`,
    )
}

/** Writes all chunks of an upload to one file. @throws FileMissing if the upload has been finished or deleted since */
export async function assembleFile(
  { db, store, settings }: App,
  { bucketId }: BucketAccess,
  { id, size }: Upload,
): Promise<FileToStore> {
  const chunks = await chunksOf(db.read, id)
  const path = newUploadPath(settings)
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  try {
    for (const { file_id } of chunks) await copy(await store.read(storeKey(bucketId, file_id)))
    await file.datasync()
    return { path, size, sha256: hash.digest('hex') }
  } catch (reason) {
    await rm(path, { force: true })
    throw reason
  } finally {
    await file.close()
  }

  async function copy(source: Readable): Promise<void> {
    for await (const bytes of source as AsyncIterable<Buffer>) {
      hash.update(bytes)
      await file.writeFile(bytes)
    }
  }
}

/** Releases the chunks of an upload, within a write. @returns the files for `deleteFiles` after the commit */
export async function releaseChunks(
  { clock }: Pick<App, 'clock'>,
  { db }: Pick<Write, 'db'>,
  owner_id: string,
  uploadId: string,
): Promise<{ owner_id: string; id: string }[]> {
  const ids = (await chunksOf(db, uploadId)).map(({ file_id }) => file_id)
  await changeState(db, owner_id, ids, 'leaving', clock.now())
  await db.deleteFrom('upload_chunks').where('upload_id', '=', uploadId).execute()
  return ids.map((id) => ({ owner_id, id }))
}

/** Deletes an upload with its chunks. */
export async function deleteUpload(
  app: Pick<App, 'db' | 'clock' | 'store' | 'images'>,
  bucketId: string,
  id: string,
): Promise<void> {
  const files = await app.db.write(
    async (write) => {
      const released = await releaseChunks(app, write, bucketId, id)
      await write.db.deleteFrom('uploads').where('id', '=', id).execute()
      return released
    },
    { bucketId },
  )
  await deleteFiles(app, files)
}

const chunksOf = (db: App['db']['read'], uploadId: string) =>
  db
    .selectFrom('upload_chunks')
    .select('file_id')
    .where('upload_id', '=', uploadId)
    .orderBy('start')
    .execute()
