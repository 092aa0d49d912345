import type { Query } from '@typecase/content-query/ast'

import type { RowQuery } from '../../columns/find-rows.ts'
import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../../resources/buckets/bucket-access.ts'
import { type Finding, indexKind } from '../../resources/objects/queries/find-objects.ts'
import {
  readByIds,
  readFitting,
  readObjectPage,
  readSizes,
  type RequestedParts,
} from '../../resources/objects/queries/page-rows.ts'
import type { Overlay } from '../../resources/perspectives/overlay.ts'
import { objectColumns as columns, type ObjectRow } from './object-row.ts'

/** The version of an object to read: the one that the public sees, or will see, or the newest. */
export type Version = 'published' | 'newest' | Overlay

export interface ObjectFilter {
  query: Query
  version: Version
}

/**
 * Reads the objects of one bucket for the content API. Nothing in the trash is ever seen.
 * @param at the bucket's version, where the caller has read it
 */
export function objectStore(
  finding: Finding,
  access: BucketAccess,
  at?: number,
  read: Reader = finding.db.read,
) {
  return {
    /** @throws Failure `invalid` when the page would be too large */
    page: (source: Version, request: RowQuery, selection: RequestedParts, signal: AbortSignal) => {
      const page = { source, ...request, version: at }
      return readObjectPage<ObjectRow>(finding, access, page, { columns, parts: selection }, signal)
    },

    /** Objects by id, in no order; ids of another bucket find nothing. */
    byIds: (
      ids: readonly string[],
      version: Version,
      selection: RequestedParts,
    ): Promise<ObjectRow[]> =>
      readByIds<ObjectRow>(read, access, version, ids, { columns, parts: selection }),

    /** The same. @param assertFit gets their sizes before large ones are read, and throws where an answer cannot hold them */
    fittingByIds: (
      ids: readonly string[],
      version: Version,
      selection: RequestedParts,
      assertFit: (sizes: ReadonlyMap<string, number>) => void,
    ): Promise<ObjectRow[]> =>
      readFitting<ObjectRow>(read, access, version, ids, { columns, parts: selection }, assertFit),

    /** The given ids that exist. An index that is loaded and current knows them without a statement. */
    async existing(ids: readonly string[], version: Version): Promise<ReadonlySet<string>> {
      const index = finding.columns.cached(access.bucketId, indexKind(version))
      const existingIds = at === undefined ? undefined : index?.existing(ids, at)
      if (existingIds) return existingIds
      const none = { content: false, metadata: false }
      return new Set((await readSizes(read, access, version, ids, none)).keys())
    },
  }
}

export type ObjectStore = ReturnType<typeof objectStore>
