import type { Query } from '@typecase/content-query/ast'
import type { Sort } from '@typecase/content-query/sort'
import { sql } from '@typecase/content-query/sql-text'

import type { App } from '../../app.ts'
import { selectRows } from '../../database/run-sql.ts'
import type { BucketAccess } from '../../resources/buckets/bucket-access.ts'
import { compileList, countObjects, keysUsed, pageStatement } from '../../resources/objects/list.ts'
import { readersOf } from '../../resources/objects/list-cost.ts'
import {
  readByIds,
  readRows,
  readSizes,
  sizeOf,
  type Wanted,
} from '../../resources/objects/page-rows.ts'
import type { ListSource } from '../../resources/objects/tables.ts'
import { objectColumns, type ObjectRow } from './object-row.ts'

/** Which version of an object counts: the one the public sees, or the newest. */
export type Version = 'published' | 'newest'

const sources: Record<Version, ListSource> = {
  published: 'published_objects',
  newest: 'objects',
}

export interface ObjectFilter {
  query: Query
  version: Version
}

/** The objects that a filter selects, in an order. */
export interface FoundList {
  count(): Promise<number>
  /** @throws Failure `invalid` when it would be too large */
  page(limit: number, skip: number, wanted: Wanted): Promise<ObjectRow[]>
  /** How many objects of the list come before and with the one named; 0 when it is not in the list. */
  placeOf(id: string): Promise<number>
}

/** Reads the objects of one bucket for the content API. Nothing in the trash is ever seen. */
export function objectStore(
  { db, fieldIndexes }: Pick<App, 'db' | 'fieldIndexes'>,
  access: BucketAccess,
) {
  return {
    async list({ query, version }: ObjectFilter, sort: Sort): Promise<FoundList> {
      const source = sources[version]
      const request = { query, sort }
      const list = await compileList({ db, access, indexes: fieldIndexes }, source, request)
      if (list.model) {
        void fieldIndexes.wish(access, source, list.model.slug, keysUsed(list.model, request))
      }
      const { where, from, orderBy, cost } = list
      return {
        count: () => countObjects(readersOf(db, cost, 0), list),
        page: (limit, skip, wanted) =>
          readRows<ObjectRow>(
            readersOf(db, cost, skip),
            pageStatement(list, limit, skip, sizeOf(wanted)),
            { access, source, columns: objectColumns, wanted },
          ),
        async placeOf(id) {
          const rows = await selectRows<{ place: number }>(
            readersOf(db, cost, 0).total,
            sql`SELECT place FROM (SELECT objects.id AS id, row_number() OVER (ORDER BY ${orderBy}) AS place
              FROM ${from} WHERE ${where}) WHERE id = ${id}`,
          )
          return rows[0]?.place ?? 0
        },
      }
    },

    /** Objects by id, in no order; ids of another bucket find nothing. */
    byIds(ids: readonly string[], version: Version, wanted: Wanted): Promise<ObjectRow[]> {
      const from = { access, source: sources[version], columns: objectColumns, wanted }
      return readByIds<ObjectRow>(db.read, ids, from)
    },

    /** How large they are, by id; those that are not there are left out. */
    sizes: (ids: readonly string[], version: Version, wanted: Wanted) =>
      readSizes(db.read, ids, { access, source: sources[version], wanted }),
  }
}

export type ObjectStore = ReturnType<typeof objectStore>
