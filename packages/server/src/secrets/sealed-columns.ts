import type Sqlite from 'better-sqlite3'

import type { Sealer } from './sealer.ts'

interface SealedColumn {
  readonly table: string
  readonly column: string
}

/** Columns with sealed texts whose names do not say so. */
const others: readonly SealedColumn[] = [{ table: 'users', column: 'totp_secret' }]

/** Kept answers, which last a day: re-sealed with the rest, but no reason to refuse a start. */
const keptAnswers: SealedColumn = { table: 'idempotency_keys', column: 'body' }

/** All columns that hold sealed texts: by the name `…_sealed`, so that new ones need no list. */
function sealedColumns(connection: Sqlite.Database): SealedColumn[] {
  const named = connection
    .prepare(
      `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t, pragma_table_info(t.name) c
      WHERE t.type = 'table' AND c.name LIKE '%~_sealed' ESCAPE '~'`,
    )
    // The row's shape is that of the statement above.
    .all() as SealedColumn[]
  return [...named, ...others].filter((column) => exists(connection, column))
}

const exists = (connection: Sqlite.Database, { table, column }: SealedColumn): boolean =>
  connection.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !==
  undefined

/** Whether a database holds anything that needs a key. */
export const hasSealedRows = (connection: Sqlite.Database): boolean =>
  sealedColumns(connection).some(
    ({ table, column }) =>
      connection.prepare(`SELECT 1 FROM "${table}" WHERE "${column}" <> '' LIMIT 1`).get() !==
      undefined,
  )

/** Whether a key is that of a database. Some rows may be lost all the same. */
export function opensAny(connection: Sqlite.Database, sealer: Sealer): boolean {
  defineOpens(connection, sealer)
  return sealedColumns(connection).some(
    ({ table, column }) =>
      connection
        .prepare(`SELECT 1 FROM "${table}" WHERE "${column}" <> '' AND opens("${column}") LIMIT 1`)
        .get() !== undefined,
  )
}

/** Seals all rows with another key, in one transaction; those that the old one cannot open stay as they are. */
export function resealRows(connection: Sqlite.Database, from: Sealer, to: Sealer): number {
  let count = 0
  connection.function('reseal', { directOnly: true }, (sealed) => {
    const secret = from.openOrNull(String(sealed))
    if (secret === null) return sealed
    count += 1
    return to.seal(secret)
  })
  const columns = [...sealedColumns(connection), keptAnswers].filter((column) =>
    exists(connection, column),
  )
  connection.transaction(() => {
    for (const { table, column } of columns) {
      connection
        .prepare(`UPDATE "${table}" SET "${column}" = reseal("${column}") WHERE "${column}" <> ''`)
        .run()
    }
  })()
  return count
}

/** What a key cannot open: buckets by slug, accounts by address. */
export interface LostRows {
  readonly buckets: readonly string[]
  readonly accounts: readonly string[]
}

/** Lists what a key cannot open, or no key at all. */
export function lostRows(connection: Sqlite.Database, sealer: Sealer | undefined): LostRows {
  defineOpens(connection, sealer)
  const names = (table: string, name: string): string[] => {
    const isLost = sealedColumns(connection)
      .filter((sealed) => sealed.table === table)
      .map(({ column }) => `("${column}" <> '' AND NOT opens("${column}"))`)
      .join(' OR ')
    return connection
      .prepare(`SELECT "${name}" FROM "${table}" WHERE ${isLost} ORDER BY "${name}"`)
      .pluck()
      .all()
      .map(String)
  }
  return { buckets: names('buckets', 'slug'), accounts: names('users', 'email') }
}

/** Empties what a key cannot open, in one transaction: an empty text is a secret that is lost for good. */
export function emptyLostRows(connection: Sqlite.Database, sealer: Sealer | undefined): void {
  defineOpens(connection, sealer)
  connection.transaction(() => {
    for (const { table, column } of sealedColumns(connection)) {
      connection
        .prepare(
          `UPDATE "${table}" SET "${column}" = '' WHERE "${column}" <> '' AND NOT opens("${column}")`,
        )
        .run()
    }
  })()
}

function defineOpens(connection: Sqlite.Database, sealer: Sealer | undefined): void {
  connection.function('opens', { directOnly: true }, (sealed) =>
    Number(sealer !== undefined && sealer.openOrNull(String(sealed)) !== null),
  )
}
