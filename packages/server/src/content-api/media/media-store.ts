import { sql, trusted } from '../../database/sql-text.ts'

import type { App } from '../../app.ts'
import { readPage, type RowsAsked, type VersionedRow } from '../../columns/find-rows.ts'
import { selectByIds } from '../../columns/table-feed.ts'
import { selectRows } from '../../database/run-sql.ts'
import type { BucketAccess } from '../../resources/buckets/bucket-access.ts'
import { findMedia, mediaTable } from '../../resources/media/find-media.ts'

export interface MediaRow {
  id: string
  bucket_id: string
  name: string
  original_name: string
  size: number
  type: string
  folder: string | null
  title: string
  alt_text: string
  width: number | null
  height: number | null
  metadata: string
  location: string | null
  created_at: string
  created_by: string | null
  modified_at: string
  modified_by: string | null
}

const names = [
  'id',
  'bucket_id',
  'name',
  'original_name',
  'size',
  'type',
  'folder',
  'title',
  'alt_text',
  'width',
  'height',
  'metadata',
  'location',
  'created_at',
  'created_by',
  'modified_at',
  'modified_by',
] as const satisfies readonly (keyof MediaRow)[]

const selected = ['version', ...names].map((name) => `r.${name}`).join(', ')

/** Reads the media of one bucket. */
export function mediaStore(finding: Pick<App, 'db' | 'columns'>, access: BucketAccess) {
  const { read } = finding.db
  const byIds = (ids: readonly string[]) =>
    selectByIds<MediaRow & VersionedRow>(read, access.bucketId, mediaTable, ids, selected)
  return {
    /** A page of the media that a query finds, as they are at one version of the bucket. */
    page: (asked: RowsAsked, signal: AbortSignal) =>
      readPage(() => findMedia(finding, access, asked, signal), byIds),
    byIds,
    byNames: (wanted: readonly string[]) =>
      selectRows<MediaRow>(
        read,
        sql`SELECT ${trusted(selected)} FROM media r
          WHERE r.bucket_id = ${access.bucketId} AND r.name IN (SELECT value FROM json_each(${JSON.stringify(wanted)}))`,
      ),
  }
}
