import type { Query } from '@typecase/content-query/ast'
import type { Sort } from '@typecase/content-query/sort'
import { toOrderBy } from '@typecase/content-query/sort-sql'
import { toSql } from '@typecase/content-query/sql'
import type { SqlTarget } from '@typecase/content-query/sql-target'
import { joinSql, type Sql, sql, trusted } from '@typecase/content-query/sql-text'

import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import type { BucketAccess } from '../../resources/buckets/bucket-access.ts'
import { objectColumns, type ObjectRow } from './object-row.ts'

/** Which version of an object counts: the one the public sees, or the newest. */
export type Version = 'published' | 'newest'

const tables: Record<Version, Sql> = {
  published: trusted('published_objects'),
  newest: trusted('objects'),
}

/** Both tables have the same columns, so one target serves them: `o` is the table in every statement here. */
const target: SqlTarget = {
  columns: {
    ...Object.fromEntries(objectColumns.map((column) => [column, `o.${column}`])),
    order: 'o.rank',
  },
  metadata: 'o.metadata',
}

const columns = trusted(objectColumns.map((column) => `o.${column}`).join(', '))

export interface ObjectFilter {
  query: Query
  version: Version
}

/** Reads the objects of one bucket for the content API. Nothing in the trash is ever seen. */
export function objectStore(reader: Reader, { bucketId }: BucketAccess) {
  const from = ({ query, version }: ObjectFilter): Sql =>
    sql`FROM ${tables[version]} o WHERE ${joinSql(
      [sql`o.bucket_id = ${bucketId}`, trusted('o.deleted_at IS NULL'), toSql(query, target)],
      'AND',
    )}`

  return {
    async count(filter: ObjectFilter): Promise<number> {
      const [row] = await selectRows<{ total: number }>(
        reader,
        sql`SELECT count(*) AS total ${from(filter)}`,
      )
      return row?.total ?? 0
    },

    page(filter: ObjectFilter, sort: Sort, limit: number, skip: number): Promise<ObjectRow[]> {
      return selectRows(
        reader,
        sql`SELECT ${columns} ${from(filter)} ORDER BY ${toOrderBy(sort, target)} LIMIT ${limit} OFFSET ${skip}`,
      )
    },

    /** How many objects of a list come before and with the one named; 0 when it is not in the list. */
    async placeOf(filter: ObjectFilter, sort: Sort, id: string): Promise<number> {
      const rows = await selectRows<{ id: string }>(
        reader,
        sql`SELECT o.id ${from(filter)} ORDER BY ${toOrderBy(sort, target)}`,
      )
      return rows.findIndex((row) => row.id === id) + 1
    },

    /** Objects by id, in no order; ids of another bucket find nothing. */
    byIds(ids: readonly string[], version: Version): Promise<ObjectRow[]> {
      // One bound value, whatever the number of ids.
      return selectRows(
        reader,
        sql`SELECT ${columns} FROM ${tables[version]} o WHERE o.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND o.bucket_id = ${bucketId} AND o.deleted_at IS NULL`,
      )
    },
  }
}

export type ObjectStore = ReturnType<typeof objectStore>
