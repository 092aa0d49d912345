import type { Query } from '@typecase/content-query/ast'

import type { RowsAsked } from '../../columns/find-rows.ts'
import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../../resources/buckets/bucket-access.ts'
import type { Finding } from '../../resources/objects/find-objects.ts'
import {
  readByIds,
  readObjectPage,
  readSizes,
  type Wanted,
} from '../../resources/objects/page-rows.ts'
import { objectColumns as columns, type ObjectRow } from './object-row.ts'

/** Which version of an object counts: the one the public sees, or the newest. */
export type Version = 'published' | 'newest'

export interface ObjectFilter {
  query: Query
  version: Version
}

/** Reads the objects of one bucket for the content API. Nothing in the trash is ever seen. */
export function objectStore(
  finding: Finding,
  access: BucketAccess,
  read: Reader = finding.db.read,
) {
  return {
    /** @throws Failure `invalid` when the page would be too large */
    page: (source: Version, asked: RowsAsked, wanted: Wanted, signal: AbortSignal) =>
      readObjectPage<ObjectRow>(finding, access, { source, ...asked }, { columns, wanted }, signal),

    /** Objects by id, in no order; ids of another bucket find nothing. */
    byIds: (ids: readonly string[], version: Version, wanted: Wanted): Promise<ObjectRow[]> =>
      readByIds<ObjectRow>(read, access, version, ids, { columns, wanted }),

    /** How large they are, by id; those that are not there are left out. */
    sizes: (ids: readonly string[], version: Version, wanted: Wanted) =>
      readSizes(read, access, version, ids, wanted),
  }
}

export type ObjectStore = ReturnType<typeof objectStore>
