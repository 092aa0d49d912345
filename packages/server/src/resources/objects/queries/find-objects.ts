import { type RowPage, findRows, type RowQuery } from '../../../columns/find-rows.ts'
import { tableFeed } from '../../../columns/table-feed.ts'
import type { App } from '../../../app.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { Overlay } from '../../perspectives/overlay.ts'
import { overlayFeed } from '../../perspectives/overlay-feed.ts'
import { type ObjectSource, objectTables } from './object-feed.ts'
import { relationsOfTypes } from './references/reference-fields.ts'

/** The services needed to find objects. */
export interface Finding extends Pick<App, 'columns'> {
  readonly db: Pick<App['db'], 'read'>
}

/**
 * Returns the index of some objects of a bucket. Each overlay has an index of its own, which stays in memory while it
 * is used.
 */
export const objectIndex = (
  { db, columns }: Finding,
  { bucketId }: Pick<BucketAccess, 'bucketId'>,
  source: ObjectSource | Overlay,
) =>
  columns.of(bucketId, indexKind(source), () => ({
    ...(typeof source === 'string'
      ? tableFeed(db.read, bucketId, objectTables[source])
      : overlayFeed(db.read, bucketId, source)),
    relations: () => relationsOfTypes(db.read, { bucketId }),
  }))

export const indexKind = (source: ObjectSource | Overlay): string =>
  typeof source === 'string' ? source : source.key

export interface ObjectQuery extends RowQuery {
  readonly source: ObjectSource | Overlay
}

export type ObjectPage = RowPage

/** Finds a page of the objects that match a query, or all of them without a limit. */
export const findObjects = (
  finding: Finding,
  access: BucketAccess,
  request: ObjectQuery,
  signal?: AbortSignal,
): Promise<ObjectPage> => findRows(objectIndex(finding, access, request.source), request, signal)
