import type pg from 'pg'

import { type Applied, assertNoneMissing, type Migration, missingMigrations } from './migrations.ts'

const OLDEST = 14

/** Held while one server migrates; others that start at the same moment wait, and find it done. */
const LOCK = 7_226_001

/** Brings the schema of a PostgreSQL database up to date. @throws as `missingMigrations` */
export async function migratePostgres(client: pg.PoolClient): Promise<void> {
  await assertEngine(client)
  await client.query('SELECT pg_advisory_lock($1)', [LOCK])
  try {
    for (const { name, sql, checksum } of await missing(client)) {
      await client.query('BEGIN')
      try {
        await client.query(sql)
        await client.query(
          'INSERT INTO migrations (name, checksum, applied_at) VALUES ($1, $2, $3)',
          [name, checksum, new Date().toISOString()],
        )
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

/** @throws when the schema is not this version's: older, newer, or none */
export async function assertMigratedPostgres(client: pg.PoolClient): Promise<void> {
  await assertEngine(client)
  assertNoneMissing(await missing(client))
}

async function missing(client: pg.PoolClient): Promise<Migration[]> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at TEXT NOT NULL)',
  )
  const { rows } = await client.query<Applied>(
    'SELECT name, checksum FROM migrations ORDER BY name',
  )
  return missingMigrations('postgres', rows)
}

async function assertEngine(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    "SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding",
  )
  const { version = '0', encoding } = rows[0] ?? {}
  const major = Math.floor(Number(version) / 10_000)
  if (major < OLDEST) throw new Error(`PostgreSQL ${major} is too old; ${OLDEST} is needed.`)
  if (encoding !== 'UTF8')
    throw new Error(`The database is encoded in ${encoding}. Create it with ENCODING 'UTF8'.`)
}
