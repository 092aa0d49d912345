import type { Reader } from '../database/database.ts'
import type { Sealer } from './sealer.ts'

interface SealedColumn {
  readonly table: string
  readonly column: string
}

/** Columns with sealed texts whose names do not say so. */
const others: readonly SealedColumn[] = [{ table: 'users', column: 'totp_secret' }]

/** Stored responses, which last a day: they are resealed with the rest, but never prevent a start. */
const storedResponses: SealedColumn = { table: 'idempotency_keys', column: 'body' }

/** Finds all columns with sealed texts: by the name `…_sealed`, so new ones need no list. */
async function sealedColumns(db: Reader): Promise<SealedColumn[]> {
  const tables = await db.introspection.getTables()
  const sealed = tables.flatMap(({ name, columns }) =>
    columns
      .filter((column) => column.name.endsWith('_sealed'))
      .map((column) => ({ table: name, column: column.name })),
  )
  return [...sealed, ...others]
}

/** Reads the sealed texts of a column. */
async function sealedTexts(db: Reader, { table, column }: SealedColumn): Promise<string[]> {
  const rows = await withSealedTables(db)
    .selectFrom(table)
    .select(column)
    .where(column, '<>', '')
    .execute()
  return rows.map((row) => row[column] ?? '')
}

/** Types the tables with sealed texts, which are found by their columns. */
const withSealedTables = (db: Reader) => db.withTables<Record<string, Record<string, string>>>()

/** Replaces a sealed text by another one. */
const replaceText = (db: Reader, { table, column }: SealedColumn, from: string, to: string) =>
  withSealedTables(db)
    .updateTable(table)
    .set({ [column]: to })
    .where(column, '=', from)
    .execute()

/**
 * Whether a key belongs to a database: it opens at least one text, or there is nothing to open. Other rows may be lost.
 * @param sealer undefined to check whether nothing is sealed
 */
export async function fits(db: Reader, sealer: Sealer | undefined): Promise<boolean> {
  let isEmpty = true
  for (const column of await sealedColumns(db)) {
    for (const sealed of await sealedTexts(db, column)) {
      isEmpty = false
      if (!sealer || sealer.openOrNull(sealed) !== null) return sealer !== undefined
    }
  }
  return isEmpty
}

/** Reseals all rows with another key, except for rows that the old key cannot open. @returns the number of rows */
export async function resealRows(db: Reader, from: Sealer, to: Sealer): Promise<number> {
  let count = 0
  for (const column of [...(await sealedColumns(db)), storedResponses]) {
    for (const sealed of await sealedTexts(db, column)) {
      const secret = from.openOrNull(sealed)
      if (secret === null) continue
      count += 1
      await replaceText(db, column, sealed, to.seal(secret))
    }
  }
  return count
}

/** Rows whose secrets a key cannot open: buckets by slug, accounts by address. */
export interface LostRows {
  readonly buckets: readonly string[]
  readonly accounts: readonly string[]
}

/** Lists the rows that a key cannot open; without a key, all rows. */
export async function lostRows(db: Reader, sealer: Sealer | undefined): Promise<LostRows> {
  const lost: Record<string, Set<string>> = { buckets: new Set(), users: new Set() }
  for (const { table, column } of await sealedColumns(db)) {
    const rows = await namedSecrets(db, table, column)
    for (const { of, sealed } of rows)
      if (isLost(sealer, sealed)) lost[table === 'users' ? 'users' : 'buckets']?.add(of)
  }
  const { buckets = [], users = [] } = lost
  return { buckets: [...buckets].sort(), accounts: [...users].sort() }
}

/** Reads the sealed texts of a column, each with the address of its account or the slug of its bucket. */
function namedSecrets(db: Reader, table: string, column: string) {
  const rows = withSealedTables(db).selectFrom(table).where(column, '<>', '')
  if (table === 'users') return rows.select(['email as of', `${column} as sealed`]).execute()
  if (table === 'buckets') return rows.select(['slug as of', `${column} as sealed`]).execute()
  return rows
    .innerJoin('buckets', 'buckets.id', `${table}.bucket_id`)
    .select(['buckets.slug as of', `${table}.${column} as sealed`])
    .execute()
}

/** Clears rows that a key cannot open: an empty text is a secret that is lost for good. */
export async function emptyLostRows(db: Reader, sealer: Sealer | undefined): Promise<void> {
  for (const column of await sealedColumns(db)) {
    for (const sealed of await sealedTexts(db, column)) {
      if (isLost(sealer, sealed)) await replaceText(db, column, sealed, '')
    }
  }
}

const isLost = (sealer: Sealer | undefined, sealed: string): boolean =>
  sealer === undefined || sealer.openOrNull(sealed) === null
