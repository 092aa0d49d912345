import type { Path } from '@typecase/content-query/fields'
import { type Sql, sql, trusted } from '../database/sql-text.ts'
import type { StoredRecord } from '@typecase/content-query/stored-values'

import type { Reader } from '../database/database.ts'
import { selectRows } from '../database/run-sql.ts'
import type { RowFeed } from './live-index.ts'

/** A table whose rows belong to a bucket and carry its version, as queries see it. */
export interface FedTable {
  /** The table, called `r`. */
  readonly table: string
  /** A table beside it whose row holds the values instead, and the condition that joins them; called `v`. */
  readonly values?: string
  /** Whether a row is one of those that are asked for. */
  readonly isThere: string
  /** Columns that have another name than the field. */
  readonly columns?: Readonly<Record<string, string>>
  /** Paths that most queries use. */
  readonly base: readonly Path[]
  /** Whether queries follow the relations of its rows. */
  readonly areObjects?: true
}

/** The rows of one bucket, as its column index reads them. */
export function tableFeed(read: Reader, bucketId: string, fed: FedTable): RowFeed {
  const { table, values, isThere, base, areObjects = false } = fed
  /** The bucket's own row comes even when there are no others. */
  const select = (paths: readonly Path[], condition: Sql, rest: Sql): Promise<WrittenRow[]> =>
    selectRows<WrittenRow>(
      read,
      sql`SELECT r.id AS id, r.version AS version, ${trusted(isThere)} AS is_there,
          b.version AS bucket_version, b.purged_version AS purged_version${valuesOf(fed, paths)}
        FROM buckets b LEFT JOIN ${trusted(table)} r ON r.bucket_id = b.id AND ${condition}
          ${trusted(values ? `LEFT JOIN ${values}` : '')}
        WHERE b.id = ${bucketId} ${rest}`,
    )

  return {
    base,
    areObjects,

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
        sql`(r.version, r.id) > (${after.version}, ${after.id})`,
        sql`ORDER BY r.version, r.id LIMIT ${limit}`,
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
      const isNamed = sql`r.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
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

/**
 * Rows by id, in no order; those that are not there, and those of other buckets, are left out.
 * @param selected what of each is read; the table that holds the values is called `valuesIn`
 */
export const selectByIds = <Row>(
  read: Reader,
  bucketId: string,
  { table, values, isThere }: FedTable,
  ids: readonly string[],
  selected: string,
): Promise<Row[]> =>
  // The sign keeps SQLite from going through the whole bucket in place of these.
  selectRows<Row>(
    read,
    sql`SELECT ${trusted(selected)} FROM ${trusted(table)} r ${trusted(values ? `JOIN ${values}` : '')}
      WHERE r.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
        AND +r.bucket_id = ${bucketId} AND ${trusted(isThere)}`,
  )

/** What the table that holds the values is called in statements. */
export const valuesIn = ({ values }: FedTable): string => (values ? 'v' : 'r')

interface WrittenRow {
  /** Null in the row that only tells of the bucket. */
  id: string | null
  version: number | null
  is_there: number | boolean
  bucket_version: number
  purged_version: number
  /** The values, by the place of their path. */
  [value: `v${number}`]: string | number | null
}

/** Keys of metadata hold letters, digits, `_` and `-` only, so they can stand in SQL. */
function valuesOf(fed: FedTable, paths: readonly Path[]): Sql {
  const selected = paths.map(([field, key], place) => {
    const column = `${valuesIn(fed)}.${fed.columns?.[field] ?? field}`
    const value = field === 'metadata' && key !== undefined ? `${column} -> '${key}'` : column
    return `, ${value} AS v${place}`
  })
  return trusted(selected.join(''))
}

/** Goes through as many rows as a bucket has, so it makes nothing but the record. */
function recordOf(id: string, row: WrittenRow, paths: readonly Path[]): StoredRecord {
  const metadata: Record<string, unknown> = {}
  const record: Record<string, unknown> = { id, metadata }
  for (let place = 0; place < paths.length; place++) {
    const path = paths[place] as Path
    const value = row[valueAt(place)] ?? null
    if (path[0] !== 'metadata') record[path[0]] = value
    // The database holds JSON that this server wrote.
    else if (value !== null && path[1] !== undefined)
      metadata[path[1]] = JSON.parse(String(value)) as unknown
  }
  return record
}

const valueNames: `v${number}`[] = []

/** What the value of a path is called in rows. */
const valueAt = (place: number): `v${number}` => (valueNames[place] ??= `v${place}`)
