import type { Path } from '@typecase/content-query/fields'
import type { StoredRecord } from '@typecase/content-query/stored-values'
import { type Sql, sql, trusted } from '@typecase/content-query/sql-text'

import type { RowFeed } from '../../columns/live-index.ts'
import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'

/** The objects of a bucket that queries are asked of: the newest versions, the public ones, or the trash. */
export type ObjectSource = 'newest' | 'published' | 'trashed'

/** Whether an object, `o`, is one of them; of the public ones there is a row `v`. */
const isThere: Record<ObjectSource, string> = {
  newest: 'o.deleted_at IS NULL',
  published: 'v.seq IS NOT NULL AND o.deleted_at IS NULL',
  trashed: 'o.deleted_at IS NOT NULL',
}

const base = ['type', 'status', 'locale', 'order', 'title'].map((field): Path => [field])

/** The rows of one bucket, as its column index reads them. */
export function objectFeed(read: Reader, bucketId: string, source: ObjectSource): RowFeed {
  /** The bucket's own row comes even when there are no others. */
  const select = (paths: readonly Path[], condition: Sql, rest: Sql): Promise<WrittenRow[]> =>
    selectRows<WrittenRow>(
      read,
      sql`SELECT o.id AS id, o.version AS version, ${trusted(isThere[source])} AS is_there,
          b.version AS bucket_version, b.purged_version AS purged_version${valuesOf(source, paths)}
        FROM buckets b LEFT JOIN objects o ON o.bucket_id = b.id AND ${condition}
          ${trusted(source === 'published' ? 'LEFT JOIN published_objects v ON v.seq = o.seq' : '')}
        WHERE b.id = ${bucketId} ${rest}`,
    )

  return {
    base,

    async version() {
      const [row] = await selectRows<{ version: number }>(
        read,
        sql`SELECT version FROM buckets WHERE id = ${bucketId}`,
      )
      return row?.version ?? 0
    },

    async written(after, limit, paths = []) {
      const rows = await select(
        paths,
        sql`(o.version, o.id) > (${after.version}, ${after.id})`,
        sql`ORDER BY o.version, o.id LIMIT ${limit}`,
      )
      const [first] = rows
      return {
        rows: rows.flatMap((row) => {
          const { id, version, is_there } = row
          if (id === null || version === null) return []
          return { id, version, record: is_there ? recordOf(id, row, paths) : undefined }
        }),
        version: first?.bucket_version ?? 0,
        purged: first?.purged_version ?? 0,
      }
    },

    async records(ids, paths) {
      const isNamed = sql`o.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
      const rows = await select(paths, isNamed, trusted(''))
      return {
        records: rows.flatMap<StoredRecord>((row) =>
          row.id && row.is_there ? recordOf(row.id, row, paths) : [],
        ),
        version: rows[0]?.bucket_version ?? 0,
      }
    },
  }
}

interface WrittenRow {
  /** Null in the row that only tells of the bucket. */
  id: string | null
  version: number | null
  is_there: number
  bucket_version: number
  purged_version: number
  /** The values, by the place of their path. */
  [value: `v${number}`]: string | number | null
}

/** Keys of metadata hold letters, digits, `_` and `-` only, so they can stand in SQL. */
function valuesOf(source: ObjectSource, paths: readonly Path[]): Sql {
  const version = source === 'published' ? 'v' : 'o'
  const values = paths.map(([field, key], place) => {
    const column = `${version}.${field === 'order' ? 'rank' : field}`
    const value = field === 'metadata' && key !== undefined ? `${column} -> '${key}'` : column
    return `, ${value} AS v${place}`
  })
  return trusted(values.join(''))
}

function recordOf(id: string, row: WrittenRow, paths: readonly Path[]): StoredRecord {
  const record: Record<string, unknown> = { id }
  const metadata: Record<string, unknown> = {}
  for (const [place, [field, key]] of paths.entries()) {
    const value = row[`v${place}`] ?? null
    if (field !== 'metadata') record[field] = value
    // The database holds JSON that this server wrote.
    else if (value !== null && key !== undefined)
      metadata[key] = JSON.parse(String(value)) as unknown
  }
  return { ...record, metadata }
}
