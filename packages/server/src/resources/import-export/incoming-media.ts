import { rm } from 'node:fs/promises'

import type { JobContext } from '../../jobs/runner.ts'
import { uploadFile } from '../../storage/stored-files.ts'
import { measure, prepareFile } from '../media-upload/prepare-file.ts'
import type { Failure } from '../../http/failure.ts'
import { createMediaFetch, isOfOneMedia, type MediaFetch } from './fetch-media.ts'
import type { IncomingMedia, MediaTaken } from './import-task.ts'

/**
 * Lets an import's thread upload media through the same checks as other uploads. Files that the import does not refer
 * to in the end are released.
 */
export async function withIncomingMedia<T>(
  context: JobContext,
  work: (answer: (question: unknown) => Promise<MediaTaken[]>) => Promise<T>,
): Promise<T> {
  const { app, access } = context
  const uploads: string[] = []
  const fetchMedia = createMediaFetch(app.safeFetch)
  try {
    return await work(async (question) => {
      // The thread sends no other questions.
      const media = question as readonly IncomingMedia[]
      const types = await typesOf(context, fetchMedia, media)
      const all: MediaTaken[] = []
      for (const [at, one] of media.entries()) {
        const type = types[at] ?? one.type
        const taken =
          typeof type === 'string'
            ? await takeIn(context, { ...one, type })
            : { reason: type.message }
        if (taken && 'file' in taken && taken.file.arrived !== null)
          uploads.push(taken.file.arrived)
        all.push(taken)
      }
      return all
    })
  } finally {
    for (const id of uploads) {
      await app.db.write(
        (write) =>
          write.db
            .updateTable('files')
            .set({ state: 'leaving', changed_at: app.clock.now() })
            .where('owner_id', '=', access.bucketId)
            .where('id', '=', id)
            .where('state', '=', 'arriving')
            .execute(),
        'read committed',
      )
    }
  }
}

/** Fetches the files on other servers. @returns the types that those servers state, or why a file was not fetched */
async function typesOf(
  { signal, withoutSlot }: JobContext,
  fetchMedia: MediaFetch,
  media: readonly IncomingMedia[],
): Promise<(string | Failure)[]> {
  const files = media.flatMap(({ url, path }) => (url === undefined ? [] : [{ url, path }]))
  if (files.length === 0) return media.map(({ type }) => type)
  const fetched = await withoutSlot(() => fetchMedia(files, signal))
  return fetched.map((one) => ('type' in one ? one.type : one.failure))
}

async function takeIn(context: JobContext, media: IncomingMedia): Promise<MediaTaken> {
  try {
    return await storeOne(context, media)
  } catch (reason) {
    // A media that cannot be stored stays on its server.
    if (media.url === undefined || !isOfOneMedia(reason)) throw reason
    return { reason: reason.message }
  }
}

async function storeOne(
  { app, access, signal }: JobContext,
  { path, name, type, isDry }: IncomingMedia,
): Promise<MediaTaken> {
  const { bucketId: owner } = access
  const file = { name, type, ...(await measure(path)) }
  const same = await sameMedia(owner, file.sha256)
  if (same !== undefined) return { existingName: same }
  if (isDry) return undefined
  const { media_keeps_location: keeps } = await app.db.read
    .selectFrom('buckets')
    .select('media_keeps_location')
    .where('id', '=', owner)
    .executeTakeFirstOrThrow()
  const gate = { owner, field: `media/${name.slice(0, 100)}`, keepsLocation: keeps === 1 }
  const ready = await prepareFile(app, gate, file, signal)
  try {
    const existingName = await sameMedia(owner, ready.sha256)
    if (existingName !== undefined) return { existingName }
    const upload = await uploadFile(app, owner, ready)
    return { file: { ...ready, arrived: upload } }
  } finally {
    if (ready.path !== path) await rm(ready.path, { force: true })
  }

  /** Returns the name of a media in the bucket with the same bytes and the same original name. */
  async function sameMedia(bucketId: string, sha256: string): Promise<string | undefined> {
    const row = await app.db.read
      .selectFrom('media')
      .innerJoin('files', (join) =>
        join
          .onRef('files.owner_id', '=', 'media.bucket_id')
          .onRef('files.id', '=', 'media.file_id'),
      )
      .select('media.name')
      .where('files.owner_id', '=', bucketId)
      .where('files.sha256', '=', sha256)
      .where('files.state', '=', 'stored')
      .where('media.bucket_id', '=', bucketId)
      .where('media.original_name', '=', name)
      .where('media.deleted_at', 'is', null)
      .executeTakeFirst()
    return row?.name
  }
}
