import type { Path } from '@typecase/content-query/fields'

import type { App } from '../../app.ts'
import { type FoundRows, findRows, type RowsAsked } from '../../columns/find-rows.ts'
import { type FedTable, tableFeed } from '../../columns/table-feed.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'

const base = ['name', 'folder', 'created_at'].map((field): Path => [field])

/** The media of a bucket that queries are asked of. */
export const mediaTable: FedTable = { table: 'media', which: 'live', base }

type Finding = Pick<App, 'db' | 'columns'>

/** The index of the media of a bucket. */
export const mediaIndex = ({ db, columns }: Finding, { bucketId }: BucketAccess) =>
  columns.of(`media ${bucketId}`, () => tableFeed(db.read, bucketId, mediaTable))

/** Finds a page of the media that match a query; all of them without a limit. */
export const findMedia = (
  finding: Finding,
  access: BucketAccess,
  asked: RowsAsked,
  signal?: AbortSignal,
): Promise<FoundRows> => findRows(mediaIndex(finding, access), asked, signal)
