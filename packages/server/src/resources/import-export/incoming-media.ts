import { rm } from 'node:fs/promises'

import type { JobContext } from '../../jobs/runner.ts'
import { uploadFile } from '../../storage/stored-files.ts'
import { measure, prepareFile } from '../media-upload/prepare-file.ts'
import { createMediaFetch, type MediaFetch } from './fetch-media.ts'
import type { IncomingMedia, MediaTaken } from './import-task.ts'

/**
 * Lets an import's thread upload media, through the same gate as other uploads. Media that the import does not refer to
 * in the end are released.
 */
export async function withIncomingMedia<T>(
  context: JobContext,
  work: (answer: (question: unknown) => Promise<MediaTaken>) => Promise<T>,
): Promise<T> {
  const { app, access } = context
  const arrived: string[] = []
  const fetchMedia = createMediaFetch(app.safeFetch)
  try {
    return await work(async (question) => {
      // The thread asks nothing else.
      const taken = await takeIn(context, fetchMedia, question as IncomingMedia)
      if (taken && 'file' in taken && taken.file.arrived !== null) arrived.push(taken.file.arrived)
      return taken
    })
  } finally {
    for (const id of arrived) {
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

async function takeIn(
  { app, access, signal, withoutSlot }: JobContext,
  fetchMedia: MediaFetch,
  { path, url, name, type, isDry }: IncomingMedia,
): Promise<MediaTaken> {
  const { bucketId: owner } = access
  const declared = url === undefined ? type : await withoutSlot(() => fetchMedia(url, path, signal))
  const file = { name, type: declared, ...(await measure(path)) }
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
    const brought = await uploadFile(app, owner, ready)
    return { file: { ...ready, arrived: brought } }
  } finally {
    if (ready.path !== path) await rm(ready.path, { force: true })
  }

  /** The name of a media of the bucket that has the same bytes and is called the same. */
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
