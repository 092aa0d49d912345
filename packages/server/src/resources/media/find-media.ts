import { and, everything, not, type Query } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'

import type { App } from '../../app.ts'
import { type RowPage, findRows, type RowQuery } from '../../columns/find-rows.ts'
import { type FedTable, tableFeed } from '../../columns/table-feed.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { usesOfMedia } from './media-uses.ts'

const base = ['name', 'folder', 'created_at'].map((field): Path => [field])

/** The table of a bucket's live media, for queries. */
export const mediaTable: FedTable = { table: 'media', which: 'live', base }

/** The table of a bucket's media in the trash. */
export const trashedMediaTable: FedTable = {
  table: 'media',
  which: 'trashed',
  base: [['deleted_at'], ['title'], ['original_name']],
}

type Finding = Pick<App, 'db' | 'columns'>

/** Returns the index of a bucket's media. */
export const mediaIndex = ({ db, columns }: Finding, { bucketId }: BucketAccess) =>
  columns.of(bucketId, 'media', () => tableFeed(db.read, bucketId, mediaTable))

export interface MediaQuery extends RowQuery {
  /** True for only media that objects use, false for only unused media. */
  readonly used?: boolean | undefined
}

/** Finds a page of the media that match a query, or all of them without a limit. */
export async function findMedia(
  finding: Finding,
  access: BucketAccess,
  { used, query = everything, ...conditions }: MediaQuery,
  signal?: AbortSignal,
): Promise<RowPage> {
  if (used === undefined)
    return findRows(mediaIndex(finding, access), { ...conditions, query }, signal)
  const uses = await usesOfMedia(finding, access, signal)
  const isUsed: Query = { kind: 'in', path: ['name'], values: [...uses.names()] }
  const both = and([query, used ? isUsed : not(isUsed)])
  return findRows(mediaIndex(finding, access), { ...conditions, query: both }, signal)
}
