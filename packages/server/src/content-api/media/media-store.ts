import type { App } from '../../app.ts'
import { readPage, type RowQuery, type VersionedRow } from '../../columns/find-rows.ts'
import { selectByIds } from '../../columns/table-feed.ts'
import type { Reader } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import type { BucketAccess } from '../../resources/buckets/bucket-access.ts'
import { findMedia, mediaTable } from '../../resources/media/find-media.ts'
import { type MediaRow, visibleColumns } from '../../resources/media/media-view.ts'

const mediaByNames = prepared((db, some: { bucketId: string; names: readonly string[] }) =>
  db
    .selectFrom('media')
    .select(visibleColumns)
    .where('bucket_id', '=', some.bucketId)
    .where('name', 'in', some.names),
)

/** Reads the media of one bucket. */
export function mediaStore(
  finding: Pick<App, 'db' | 'columns'>,
  access: BucketAccess,
  read: Reader = finding.db.read,
) {
  const { bucketId } = access
  const byIds = (ids: readonly string[]) =>
    selectByIds<MediaRow & VersionedRow>(read, bucketId, mediaTable, ids, visibleColumns)
  return {
    /** Returns a page of the media that match a query, at one version of the bucket. */
    page: (request: RowQuery, signal: AbortSignal) =>
      readPage(() => findMedia(finding, access, request, signal), byIds),
    byIds,
    byNames: (names: readonly string[]): Promise<MediaRow[]> =>
      mediaByNames(read, { bucketId, names }),
  }
}
