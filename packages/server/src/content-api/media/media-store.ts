import type { Query } from '@typecase/content-query/ast'
import type { Sort } from '@typecase/content-query/sort'
import { toOrderBy } from '@typecase/content-query/sort-sql'
import { toSql } from '@typecase/content-query/sql'
import type { SqlTarget } from '@typecase/content-query/sql-target'
import { joinSql, type Sql, sql, trusted } from '@typecase/content-query/sql-text'

import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import type { BucketAccess } from '../../resources/buckets/bucket-access.ts'

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

const columns = trusted(names.map((name) => `m.${name}`).join(', '))
const target: SqlTarget = {
  columns: Object.fromEntries(names.map((name) => [name, `m.${name}`])),
  metadata: 'm.metadata',
}

/** Reads the media of one bucket. */
export function mediaStore(reader: Reader, { bucketId }: BucketAccess) {
  const from = (query: Query): Sql =>
    sql`FROM media m WHERE ${joinSql(
      [sql`m.bucket_id = ${bucketId}`, trusted('m.deleted_at IS NULL'), toSql(query, target)],
      'AND',
    )}`
  return {
    async count(query: Query): Promise<number> {
      const [row] = await selectRows<{ total: number }>(
        reader,
        sql`SELECT count(*) AS total ${from(query)}`,
      )
      return row?.total ?? 0
    },
    page: (query: Query, sort: Sort, limit: number, skip: number) =>
      selectRows<MediaRow>(
        reader,
        sql`SELECT ${columns} ${from(query)} ORDER BY ${toOrderBy(sort, target)} LIMIT ${limit} OFFSET ${skip}`,
      ),
    /** All ids that a query finds, one right after the other. */
    async ids(query: Query, sort: Sort): Promise<string> {
      const [row] = await selectRows<{ ids: string | null }>(
        reader,
        sql`SELECT group_concat(id, '') AS ids FROM (SELECT m.id AS id ${from(query)} ORDER BY ${toOrderBy(sort, target)})`,
      )
      return row?.ids ?? ''
    },
    byNames: (wanted: readonly string[]) =>
      selectRows<MediaRow>(
        reader,
        sql`SELECT ${columns} FROM media m WHERE m.bucket_id = ${bucketId} AND m.name IN (SELECT value FROM json_each(${JSON.stringify(wanted)}))`,
      ),
  }
}
