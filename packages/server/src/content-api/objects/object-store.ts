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

/** The version of an object to read: the published one, the newest one, or the one that an overlay makes public. */
export type Version = 'published' | 'newest' | Overlay

export interface ObjectFilter {
  query: Query
  version: Version
}

/**
 * Reads the objects of one bucket for the content API. Objects in the trash are never included.
 * @param at the bucket's version, if the caller has read it
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

    /** Returns objects by id, in no order. Ids of other buckets match nothing. */
    byIds: (
      ids: readonly string[],
      version: Version,
      selection: RequestedParts,
    ): Promise<ObjectRow[]> =>
      readByIds<ObjectRow>(read, access, version, ids, { columns, parts: selection }),

    /**
     * Like `byIds`.
     * @param assertFit gets the sizes before large values are read, and throws if a response cannot hold them
     */
    fittingByIds: (
      ids: readonly string[],
      version: Version,
      selection: RequestedParts,
      assertFit: (sizes: ReadonlyMap<string, number>) => void,
    ): Promise<ObjectRow[]> =>
      readFitting<ObjectRow>(read, access, version, ids, { columns, parts: selection }, assertFit),

    /** Returns those of the ids that exist. A loaded and current index answers this without a query. */
    async existing(ids: readonly string[], version: Version): Promise<ReadonlySet<string>> {
      const index = finding.columns.peek(access.bucketId, indexKind(version))
      const existingIds = at === undefined ? undefined : index?.existing(ids, at)
      if (existingIds) return existingIds
      const none = { content: false, metadata: false }
      return new Set((await readSizes(read, access, version, ids, none)).keys())
    },
  }
}

export type ObjectStore = ReturnType<typeof objectStore>
