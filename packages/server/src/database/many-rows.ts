import { sql } from 'kysely'

import type { Reader } from './database.ts'
import { prepared } from './prepared.ts'
import { type ManyRows, type Row, sessionOf } from './session.ts'

/** The types of columns that do not hold text, by name. A column name has the same type in every table. */
const TYPES: Readonly<Record<string, string>> = {
  metadata: 'json',
  ...Object.fromEntries(
    ['rev', 'state_rev', 'version', 'is_published', 'publish_at', 'unpublish_at', 'place']
      .concat(['rev_before', 'rev_after', 'revision_rev', 'rank_before', 'rank_after'])
      .map((column) => [column, 'bigint']),
  ),
}

const listsOf = (columns: readonly string[]): string =>
  `unnest(${columns.map((column, n) => `$${n + 1}::${TYPES[column] ?? 'text'}[]`).join(', ')})`

/**
 * Returns a `mergeable` statement that inserts a row, or updates the row with the same key.
 * @param set the new value of each column in SQL; `excluded` is the inserted row
 */
export function upsert<Values extends Row>(
  table: string,
  columns: readonly (string & keyof Values)[],
  key: readonly (string & keyof Values)[],
  set: Readonly<Record<string, string>>,
): (db: Reader, row: Values) => Promise<void> {
  const entries = Object.entries(set)
  const one = prepared((db, row: Values) =>
    db
      // Kysely types columns by a literal table name; here `Values` types them.
      .insertInto(table as never)
      .values(Object.fromEntries(columns.map((column) => [column, row[column]])) as never)
      .onConflict((conflict) =>
        conflict
          .columns(key as never)
          .doUpdateSet(
            Object.fromEntries(entries.map(([column, value]) => [column, sql.raw(value)])),
          ),
      ),
  )
  const text = `insert into ${table} (${columns.join(', ')}) select * from ${listsOf(columns)}
    on conflict (${key.join(', ')}) do update set ${entries.map((pair) => pair.join(' = ')).join(', ')}`
  return mergeable(one, { table, text, columns, key })
}

/** Describes a statement that sets some columns of many rows. */
export function updateOf(table: string, key: readonly string[], set: readonly string[]): ManyRows {
  const columns = [...key, ...set]
  const values = set.map((column) => `${column} = v.${column}`).join(', ')
  const isRow = key.map((column) => `t.${column} = v.${column}`).join(' and ')
  const lists = `${listsOf(columns)} as v(${columns.join(', ')})`
  const text = `update ${table} as t set ${values} from ${lists} where ${isRow}`
  return { table, text, columns, key }
}

/**
 * Returns a prepared statement that writes one row and returns nothing. PostgreSQL merges consecutive calls, also of
 * different tables, and sends them before the next statement of another kind. SQLite runs them one by one, which takes
 * a fifth of the time of reading the rows from one JSON value.
 */
export function mergeable<Values extends Row>(
  one: (db: Reader, row: Values) => Promise<unknown>,
  many: ManyRows,
): (db: Reader, row: Values) => Promise<void> {
  return async (db, row) => {
    const merged = sessionOf(db).merge?.(many, row, () => one(db, row))
    await (merged ?? one(db, row))
  }
}
