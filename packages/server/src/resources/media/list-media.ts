import { and, compare } from '@typecase/content-query/ast'
import type { OutputOf, QueryOf } from '@typecase/contract/endpoint'
import { type listMedia, type ManagedMedia, MEDIA_PAGE_SIZE } from '@typecase/contract/media'

import type { App } from '../../app.ts'
import { readPage, type VersionedRow } from '../../columns/find-rows.ts'
import { selectByIds } from '../../columns/table-feed.ts'
import type { Reader } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import { notFound } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { readQuery, readShapeOf, sortForPeople } from '../objects/queries/list-request.ts'
import { findMedia, mediaTable } from './find-media.ts'
import { type MediaUrls, mediaUrls } from './media-url.ts'
import { type MediaRow, visibleColumns, toPublicMedia } from './media-view.ts'

type Row = MediaRow & VersionedRow & { rev: number }

const columns = [...visibleColumns, 'rev'] as const

type Finding = Pick<App, 'db' | 'columns' | 'settings' | 'sealer' | 'clock'>

/** Lists a page of a bucket's media. @throws Failure `invalid` with the position in the query */
export async function listMediaOf(
  app: Finding,
  access: BucketAccess,
  request: QueryOf<typeof listMedia>,
  signal: AbortSignal,
): Promise<OutputOf<typeof listMedia>> {
  const { query, reserved } = readQuery(request.query, app.clock.now(), 'media')
  const {
    sort: requestedSort,
    limit,
    skip,
  } = readShapeOf(request, reserved, 'media', MEDIA_PAGE_SIZE)
  const sort = await sortForPeople(app.db.read, access, requestedSort, request.collation)
  const { used, folder, after } = request
  const inFolder = folder === undefined ? [] : [compare(['folder'], 'eq', folder)]
  const { rows, total } = await readPage<Row>(
    () =>
      findMedia(
        app,
        access,
        { query: and([query, ...inFolder]), used, sort, limit, skip, after },
        signal,
      ),
    (ids) => selectByIds(app.db.read, access.bucketId, mediaTable, ids, columns),
  )
  const urlOf = await mediaUrls(app, access.bucketId)
  const located = await withLocationIn(app.db.read, access, rows)
  const media = rows.map((row) => toManagedMedia(row, urlOf, located))
  return { media, total, limit, skip }
}

/** Reads one live media. @throws Failure `not_found` if it does not exist or is in the trash */
export async function oneMedia(
  app: Finding,
  access: BucketAccess,
  id: string,
  read = app.db.read,
): Promise<ManagedMedia> {
  const [row] = await selectByIds<Row>(read, access.bucketId, mediaTable, [id], columns)
  if (!row) throw notFound('Media')
  const urlOf = await mediaUrls(app, access.bucketId)
  return toManagedMedia(row, urlOf, await withLocationIn(read, access, [row]))
}

const toManagedMedia = (
  row: Row,
  urlOf: MediaUrls,
  located: ReadonlySet<string>,
): ManagedMedia => ({
  ...toPublicMedia(row, urlOf),
  rev: row.rev,
  may_hold_location: located.has(row.id),
})

interface Some {
  bucketId: string
  ids: readonly string[]
}

const mediaWithLocation = prepared((db, { bucketId, ids }: Some) =>
  db
    .selectFrom('media')
    .innerJoin('files', (join) =>
      join.onRef('files.owner_id', '=', 'media.bucket_id').onRef('files.id', '=', 'media.file_id'),
    )
    .select('media.id')
    .where('media.bucket_id', '=', bucketId)
    .where('media.id', 'in', ids)
    .where('files.may_hold_location', '=', 1),
)

/** Returns the ids of media whose files may contain a location. */
async function withLocationIn(
  db: Reader,
  { bucketId }: BucketAccess,
  rows: readonly Row[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const media = await mediaWithLocation(db, { bucketId, ids: rows.map(({ id }) => id) })
  return new Set(media.map(({ id }) => id))
}
