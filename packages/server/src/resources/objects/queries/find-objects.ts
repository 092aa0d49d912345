import { type RowPage, findRows, type RowQuery } from '../../../columns/find-rows.ts'
import { tableFeed } from '../../../columns/table-feed.ts'
import type { App } from '../../../app.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { type ObjectSource, objectTables } from './object-feed.ts'
import { relationsOfTypes } from './references/reference-fields.ts'

/** Dependencies of finding objects. */
export interface Finding extends Pick<App, 'columns'> {
  readonly db: Pick<App['db'], 'read'>
}

/** The index of some objects of a bucket. */
export const objectIndex = (
  { db, columns }: Finding,
  { bucketId }: Pick<BucketAccess, 'bucketId'>,
  source: ObjectSource,
) =>
  columns.of(bucketId, source, () => ({
    ...tableFeed(db.read, bucketId, objectTables[source]),
    relations: () => relationsOfTypes(db.read, { bucketId }),
  }))

export interface ObjectQuery extends RowQuery {
  readonly source: ObjectSource
}

export type ObjectPage = RowPage

/** Finds a page of the objects that match a query; all of them without a limit. */
export const findObjects = (
  finding: Finding,
  access: BucketAccess,
  request: ObjectQuery,
  signal?: AbortSignal,
): Promise<ObjectPage> => findRows(objectIndex(finding, access, request.source), request, signal)
