import type { OutputOf, QueryOf } from '@typecase/contract/endpoint'
import { type listMedia, type ManagedMedia, MEDIA_PAGE_SIZE } from '@typecase/contract/media'

import type { App } from '../../app.ts'
import { readPage, type VersionedRow } from '../../columns/find-rows.ts'
import { selectByIds } from '../../columns/table-feed.ts'
import { notFound } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { readQuery, readShapeOf } from '../objects/list-request.ts'
import { findMedia, mediaTable } from './find-media.ts'
import { mediaUrls } from './media-url.ts'
import { type MediaRow, shownColumns, toPublicMedia } from './media-view.ts'

type Row = MediaRow & VersionedRow & { rev: number }

const columns = [...shownColumns, 'rev'] as const

type Finding = Pick<App, 'db' | 'columns' | 'settings' | 'sealer' | 'clock'>

/** A page of a bucket's media. @throws Failure `invalid` naming the place within the query */
export async function listMediaOf(
  app: Finding,
  access: BucketAccess,
  asked: QueryOf<typeof listMedia>,
  signal: AbortSignal,
): Promise<OutputOf<typeof listMedia>> {
  const { query, reserved } = readQuery(asked.query, app.clock.now(), 'media')
  const { sort, limit, skip } = readShapeOf(asked, reserved, 'media', MEDIA_PAGE_SIZE)
  const { used } = asked
  const { rows, total } = await readPage<Row>(
    () => findMedia(app, access, { query, used, sort, limit, skip }, signal),
    (ids) => selectByIds(app.db.read, access.bucketId, mediaTable, ids, columns),
  )
  const urlOf = await mediaUrls(app, access.bucketId)
  const media = rows.map((row) => ({ ...toPublicMedia(row, urlOf), rev: row.rev }))
  return { media, total, limit, skip }
}

/** @throws Failure `not_found` for a media that is not there, or in the trash */
export async function oneMedia(
  app: Finding,
  access: BucketAccess,
  id: string,
  read = app.db.read,
): Promise<ManagedMedia> {
  const [row] = await selectByIds<Row>(read, access.bucketId, mediaTable, [id], columns)
  if (!row) throw notFound('Media')
  return { ...toPublicMedia(row, await mediaUrls(app, access.bucketId)), rev: row.rev }
}
