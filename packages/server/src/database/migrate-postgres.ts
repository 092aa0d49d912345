import type pg from 'pg'

import {
  type MigrationRecord,
  assertNoneMissing,
  type Migration,
  missingMigrations,
} from './migrations.ts'

const OLDEST = 14

/** Advisory lock of a migration. Servers that start at the same time wait for it and find the schema migrated. */
const LOCK = 7_226_001

/** Brings the schema of a PostgreSQL database up to date. @throws as `missingMigrations` */
export async function migratePostgres(client: pg.ClientBase): Promise<void> {
  await assertEngine(client)
  await client.query('SELECT pg_advisory_lock($1)', [LOCK])
  try {
    for (const migration of await missing(client)) {
      await client.query('BEGIN')
      try {
        await apply(client, migration)
        await client.query('COMMIT')
      } catch (reason) {
        await client.query('ROLLBACK')
        throw reason
      }
    }
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK])
  }
}

/**
 * Creates the tables in the client's open transaction. Servers that start in the meantime wait for its end.
 * @throws when the database is not empty
 */
export async function createPostgresTables(client: pg.ClientBase): Promise<void> {
  await assertEngine(client)
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
  const { rows } = await client.query<{ name: string }>(`
    SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%' ORDER BY c.oid LIMIT 1`)
  if (rows[0])
    throw new Error(
      `DATABASE_URL: the database is not empty: it holds ${rows[0].name}. Make a new one.`,
    )
  for (const migration of await missing(client)) await apply(client, migration)
}

async function apply(client: pg.ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(sql)
  await client.query('INSERT INTO migrations (name, checksum, applied_at) VALUES ($1, $2, $3)', [
    name,
    checksum,
    new Date().toISOString(),
  ])
}

/** @throws when the schema is not this version's: older, newer, or none */
export async function assertMigratedPostgres(client: pg.PoolClient): Promise<void> {
  await assertEngine(client)
  assertNoneMissing(await missing(client))
}

async function missing(client: pg.ClientBase): Promise<Migration[]> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at TEXT NOT NULL)',
  )
  const { rows } = await client.query<MigrationRecord>('SELECT name, checksum FROM migrations')
  return missingMigrations('postgres', rows)
}

async function assertEngine(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    "SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding",
  )
  const { version = '0', encoding } = rows[0] ?? {}
  const major = Math.floor(Number(version) / 10_000)
  if (major < OLDEST) throw new Error(`PostgreSQL ${major} is too old; ${OLDEST} is needed.`)
  if (encoding !== 'UTF8')
    throw new Error(`The database is encoded in ${encoding}. Create it with ENCODING 'UTF8'.`)
}
