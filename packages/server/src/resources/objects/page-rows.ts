import type { Props } from '@typecase/content-query/props'
import { type Sql, sql, trusted } from '@typecase/content-query/sql-text'

import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import { assertPageFits } from '../../http/answer-size.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { ListSource } from './tables.ts'

/** Of the two columns that may be large, those that an answer shows: the others are not even read. */
export interface Wanted {
  content: boolean
  metadata: boolean
}

export const wantedBy = (props: Props): Wanted => ({
  content: props === 'all' || props.has('content'),
  metadata: props === 'all' || props.has('metadata'),
})

/** What a row of a page is at first: where it is, and how large, which SQLite knows without reading it. */
interface Sized {
  id: string
  bytes: number
}

export const sizeOf = ({ content, metadata }: Wanted): Sql =>
  trusted(
    `objects.id AS id, ${content ? 'octet_length(objects.content)' : '0'} + ${metadata ? 'octet_length(objects.metadata)' : '0'} AS bytes`,
  )

/**
 * Reads the rows of a page, in its order.
 * @param page selects `sizeOf` its rows
 * @throws Failure `invalid` when they hold more than an answer may
 */
export async function readRows<Row extends { id: string }>(
  { page, read }: { page: Reader; read: Reader },
  statement: Sql,
  from: RowsFrom,
): Promise<Row[]> {
  const sized = await selectRows<Sized>(page, statement)
  assertPageFits(sized)
  const ids = sized.map(({ id }) => id)
  const rows = new Map((await readByIds<Row>(read, ids, from)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** Which rows are read, and what of them. */
export interface RowsFrom {
  access: BucketAccess
  source: ListSource
  columns: readonly string[]
  wanted: Wanted
}

/** Rows by id, in no order; ids of another bucket and of the trash find nothing. */
export function readByIds<Row>(
  read: Reader,
  ids: readonly string[],
  { access, source, columns, wanted }: RowsFrom,
): Promise<Row[]> {
  const shown = columns.map((column) => {
    if (column === 'content' && !wanted.content) return "'' AS content"
    if (column === 'metadata' && !wanted.metadata) return "'{}' AS metadata"
    return `objects.${column}`
  })
  return selectRows<Row>(read, byIds(ids, access, source, trusted(shown.join(', '))))
}

/** How large rows are, by id. */
export async function readSizes(
  read: Reader,
  ids: readonly string[],
  { access, source, wanted }: Omit<RowsFrom, 'columns'>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await selectRows<Sized>(read, byIds(ids, access, source, sizeOf(wanted)))
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

/** One bound value, whatever the number of ids. */
const byIds = (
  ids: readonly string[],
  { bucketId }: BucketAccess,
  source: ListSource,
  columns: Sql,
): Sql =>
  sql`SELECT ${columns} FROM ${trusted(source)} AS objects WHERE objects.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND objects.bucket_id = ${bucketId} AND objects.deleted_at IS NULL`
