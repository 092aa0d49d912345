import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'

import type Sqlite from 'better-sqlite3'
import pg from 'pg'

import type { Settings } from '../settings/settings.ts'
import { connect, databaseFile } from './connection.ts'
import { lockDataDir } from './data-lock.ts'
import { createPostgresTables } from './migrate-postgres.ts'
import { whyNotOpened } from './postgres.ts'
import { types } from './postgres-session.ts'
import { storable, storableJson } from '../storable.ts'
import { openSqlite } from './sqlite.ts'

/** Maximum number of rows, and about the number of characters, sent in one statement. */
const ROWS = 1000
const CHARACTERS = 4_000_000
/** Number of rows read back at a time; a single row may have megabytes. */
const READ_BACK = 100

/** A table that both databases have with the same columns. */
interface Table {
  readonly name: string
  readonly columns: readonly Column[]
}

interface Column {
  readonly name: string
  readonly type: 'text' | 'bigint' | 'json'
}

type Row = readonly (string | number | null)[]

/** The result of copying a table. */
export interface CopiedTable {
  readonly name: string
  readonly rows: number
  /** Number of rows with texts that cannot be stored: U+0000 was removed, and half surrogate pairs became U+FFFD. */
  readonly corrected: number
}

/**
 * Copies the SQLite file of a data folder, whose server is stopped, to an empty PostgreSQL database: every row
 * unchanged, with its ids. It uses one transaction and reads everything back before it commits, so a failure leaves
 * nothing behind.
 * @throws when a server uses the folder, the database is not empty, or its contents differ after the copy
 */
export async function copyToPostgres({
  DATA_DIR,
  DATABASE_URL,
}: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>): Promise<CopiedTable[]> {
  if (DATABASE_URL === undefined)
    throw new Error('DATABASE_URL is missing: set it to the empty database that is copied into.')
  const file = databaseFile(DATA_DIR)
  if (!existsSync(file)) throw new Error(`There is no SQLite database in ${DATA_DIR}.`)
  const unlock = lockDataDir(DATA_DIR)
  try {
    // Brings the schema of the file up to date, as a start does.
    await openSqlite(DATA_DIR).close()
    const source = connect(file)
    try {
      return await copy(source, DATABASE_URL)
    } finally {
      source.close()
    }
  } finally {
    unlock()
  }
}

async function copy(source: Sqlite.Database, url: string): Promise<CopiedTable[]> {
  const target = new pg.Client({ connectionString: url, application_name: 'typecase', types })
  // The running statement reports the error.
  target.on('error', () => {})
  try {
    await target.connect()
  } catch (reason) {
    throw whyNotOpened(reason, url)
  }
  try {
    // Read from one snapshot of the file, even if `create-admin` writes meanwhile.
    source.pragma('query_only = ON')
    source.exec('BEGIN')
    await target.query('BEGIN')
    await createPostgresTables(target)
    const copied: CopiedTable[] = []
    for (const table of await tablesIn(source, target)) {
      const sent = await sendRows(source, target, table)
      const copy = await readBack(target, table)
      if (copy.rows !== sent.rows || copy.hash !== sent.hash) {
        throw new Error(
          `${table.name}: PostgreSQL holds ${copy.rows} rows that differ from the ${sent.rows} in the file.`,
        )
      }
      copied.push({ name: table.name, rows: sent.rows, corrected: sent.corrected })
    }
    await target.query('ANALYZE')
    await target.query('COMMIT')
    return copied
  } finally {
    // This rolls back the transaction if it was not committed.
    await target.end()
  }
}

/**
 * Returns the tables to copy, in the order of their creation, so each follows those that it refers to.
 * @throws when the two databases do not have the same columns
 */
async function tablesIn(source: Sqlite.Database, target: pg.Client): Promise<Table[]> {
  const { rows } = await target.query<{ name: string; columns: string }>(`
    SELECT c.relname AS name, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL))
      ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND c.relname <> 'migrations'
    GROUP BY c.oid ORDER BY c.oid`)
  // The statement builds this form.
  const tables = rows.map(({ name, columns }) => ({
    name,
    columns: JSON.parse(columns) as Column[],
  }))
  const columnNames = source
    .prepare(`
      SELECT t.name || '.' || c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
      WHERE t.type = 'table' AND t.schema = 'main' AND t.name NOT LIKE 'sqlite_%'
        AND t.name NOT IN ('migrations', 'long_writes', 'undo_steps')`)
    .pluck()
    .all() as string[]
  const allColumns = tables.flatMap(({ name, columns }) =>
    columns.map((one) => `${name}.${one.name}`),
  )
  const different = [
    ...columnNames.filter((one) => !allColumns.includes(one)),
    ...allColumns.filter((one) => !columnNames.includes(one)),
  ]
  if (different.length > 0)
    throw new Error(`Only one of the two databases has ${different.join(', ')}.`)
  return tables
}

/** Sends every row of a table. @returns the number of rows, the number of corrected rows, and the hash of all */
async function sendRows(source: Sqlite.Database, target: pg.Client, { name, columns }: Table) {
  const names = columns.map((column) => column.name).join(', ')
  const values = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')
  const insert = `INSERT INTO ${name} (${names}) SELECT * FROM unnest(${values})`
  const tally = createTally()
  let rows: Row[] = []
  let characters = 0
  let corrected = 0
  const send = async () => {
    await target.query(
      insert,
      columns.map((_, index) => rows.map((row) => row[index])),
    )
    rows = []
    characters = 0
  }
  // STRICT tables with only TEXT and INTEGER columns hold only texts and numbers.
  const all = source.prepare(`SELECT ${names} FROM ${name}`).raw().iterate() as Iterable<Row>
  for (const stored of all) {
    const row = stored.map(storableValue)
    if (row.some((value, at) => value !== stored[at])) corrected += 1
    characters += tally.add(row)
    rows.push(row)
    if (rows.length === ROWS || characters > CHARACTERS) await send()
  }
  if (rows.length > 0) await send()
  return { ...tally.result(), corrected }
}

/** Reads a table back from PostgreSQL. @returns the number of rows and the hash of all */
async function readBack(target: pg.Client, { name, columns }: Table) {
  const names = columns.map((column) => column.name).join(', ')
  await target.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT ${names} FROM ${name}`)
  const tally = createTally()
  for (;;) {
    const text = `FETCH ${READ_BACK} FROM copied`
    const { rows } = await target.query<(string | number | null)[]>({ text, rowMode: 'array' })
    for (const row of rows) tally.add(row)
    if (rows.length < READ_BACK) break
  }
  await target.query('CLOSE copied')
  return tally.result()
}

/** Counts rows and computes a hash that does not depend on their order: the sum of their hashes. */
function createTally() {
  let rows = 0
  let sum = 0n
  return {
    /** @returns the number of characters of the row */
    add(row: Row): number {
      const text = JSON.stringify(row)
      rows += 1
      sum += BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
      return text.length
    },
    result: () => ({ rows, hash: BigInt.asUintN(256, sum).toString(16) }),
  }
}

/** Makes a value storable in PostgreSQL. JSON is recognised by its text, because most JSON is in text columns. */
function storableValue(value: string | number | null): string | number | null {
  if (typeof value !== 'string') return value
  const text = storable(value)
  if (!/^[[{"]/.test(text)) return text
  try {
    return storableJson(text)
  } catch {
    // The text only looks like JSON.
    return text
  }
}
