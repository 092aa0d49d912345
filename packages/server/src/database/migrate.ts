import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type Sqlite from 'better-sqlite3'

const FOLDER = join(import.meta.dirname, 'migrations')

interface Migration {
  name: string
  sql: string
  checksum: string
}

/**
 * Applies the migrations that a database has not seen: forward only, in order, each in its own transaction.
 * @throws when an applied migration was edited since, or when the database is newer than this product
 */
export function migrate(connection: Sqlite.Database): void {
  for (const migration of missingMigrations(connection)) apply(connection, migration)
}

/** @throws when the schema of a database is not this version's: older, newer, or none */
export function assertMigrated(connection: Sqlite.Database): void {
  if (missingMigrations(connection).length === 0) return
  throw new Error('The server that is running is an older version. Stop it first, or restart it.')
}

function missingMigrations(connection: Sqlite.Database): Migration[] {
  const migrations = readMigrations()
  connection.exec(
    'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT',
  )
  const applied = connection
    .prepare('SELECT name, checksum FROM migrations ORDER BY name')
    .all() as Omit<Migration, 'sql'>[]
  for (const { name, checksum } of applied) {
    const known = migrations.find((migration) => migration.name === name)
    if (!known) {
      throw new Error(
        `The database holds migration ${name}, which this version does not know: it was used by a newer version. Start that version, or restore a backup.`,
      )
    }
    if (known.checksum !== checksum) {
      throw new Error(
        `Migration ${name} was changed after it was applied. Migrations are never edited.`,
      )
    }
  }
  const done = new Set(applied.map((migration) => migration.name))
  return migrations.filter(({ name }) => !done.has(name))
}

function apply(connection: Sqlite.Database, { name, sql, checksum }: Migration): void {
  connection.transaction(() => {
    connection.exec(sql)
    connection
      .prepare('INSERT INTO migrations (name, checksum, applied_at) VALUES (?, ?, ?)')
      .run(name, checksum, new Date().toISOString())
  })()
}

/** The migrations of the product, oldest first. */
function readMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(FOLDER, file), 'utf8')
      return {
        name: file.replace(/\.sql$/, ''),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      }
    })
}
