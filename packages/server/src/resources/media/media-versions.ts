import type { OutputOf } from '@typecase/contract/endpoint'
import type { listMediaVersions, restoreMediaVersion } from '@typecase/contract/media'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { conflict, notFound, stale } from '../../http/failure.ts'
import type { Commit } from '../../http/handle.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { CHANGE_SET_DAYS } from '../change-sets/retention.ts'
import { oneMedia } from './list-media.ts'
import type { MediaFile } from './media-fields.ts'
import { versionUrl } from './media-url.ts'
import { assertMayChangeFile } from './published-use.ts'
import { readMedia, type StoredMedia } from './store.ts'
import { writeMedia } from './write-media.ts'

const DAY = 24 * 3600 * 1000

/** A previous file of a media, which a change set replaced. */
interface Former {
  change_set_id: string
  file: MediaFile
  created_at: string
  created_by: string | null
}

type Versions = OutputOf<typeof listMediaVersions>['versions']

/**
 * Lists the previous files of a media, newest first, each once. They come from the change sets that replaced them,
 * which keep the bytes as long as they can be undone.
 * @throws Failure `not_found`
 */
export async function versionsOf(app: App, access: BucketAccess, id: string): Promise<Versions> {
  const { db, clock } = app
  const media = await presentMedia(db.read, access, id)
  const seen = new Set([media.file_id])
  const versions: Versions = []
  for (const { change_set_id, file, created_at, created_by } of await formers(
    db.read,
    access,
    id,
  )) {
    const { file_id, original_name, size, type, width, height, duration_ms, color } = file
    if (file_id === null || seen.has(file_id)) continue
    seen.add(file_id)
    const expires = Date.parse(created_at) + CHANGE_SET_DAYS * DAY
    if (expires <= clock.now()) continue
    versions.push({
      change_set_id,
      original_name,
      size,
      type,
      width,
      height,
      duration: duration_ms === null ? null : duration_ms / 1000,
      color,
      url: versionUrl(app, media.name, file_id),
      replaced_at: created_at,
      replaced_by: created_by,
      expires_at: new Date(expires).toISOString(),
    })
  }
  return versions
}

/**
 * Restores an earlier file of a media; the current file becomes a version.
 * @throws Failure `not_found`, `stale`, or `conflict` for a file that has been deleted
 */
export function restoreVersion(
  app: App,
  access: BucketAccess,
  commit: Commit,
  { id, changeSetId, rev }: { id: string; changeSetId: string; rev: number | undefined },
): Promise<OutputOf<typeof restoreMediaVersion>> {
  return commit(async (write) => {
    const before = await presentMedia(write.db, access, id)
    if (rev !== undefined && rev !== before.rev)
      throw stale(await oneMedia(app, access, id, write.db))
    await assertMayChangeFile(app, write.db, access, before)
    const [former] = await formers(write.db, access, id, changeSetId)
    if (!former) throw conflict('That file is no longer kept.')
    const changes = [{ before, after: { file: former.file } }]
    const reason = { kind: 'replaceFile', title: `Restore a former file of “${before.label}”` }
    const result = await writeMedia(app, write, access, changes, reason)
    return {
      media: await oneMedia(app, access, id, write.db),
      change_set_id: result.changeSetId,
    }
  }, access)
}

async function presentMedia(db: Reader, access: BucketAccess, id: string): Promise<StoredMedia> {
  const media = (await readMedia(db, access, [id])).get(id)
  if (!media || media.deleted_at !== null) throw notFound('Media')
  return media
}

async function formers(
  db: Reader,
  { bucketId }: BucketAccess,
  mediaId: string,
  changeSetId?: string,
): Promise<Former[]> {
  const rows = await db
    .selectFrom('change_set_media as m')
    .innerJoin('change_sets as c', (join) =>
      join.onRef('c.bucket_id', '=', 'm.bucket_id').onRef('c.id', '=', 'm.change_set_id'),
    )
    .select(['m.change_set_id', 'm.before', 'c.created_at', 'c.created_by'])
    .where('m.bucket_id', '=', bucketId)
    .where('m.media_id', '=', mediaId)
    .where('m.file_id', 'is not', null)
    .$if(changeSetId !== undefined, (query) =>
      query.where('m.change_set_id', '=', changeSetId ?? ''),
    )
    .orderBy('c.version', 'desc')
    .execute()
  return rows.map(({ before, ...row }) => ({
    ...row,
    // Only `writeMedia` writes this column, so the cast is safe.
    file: (JSON.parse(before) as { file: MediaFile }).file,
  }))
}
