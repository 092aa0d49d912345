import type Sqlite from 'better-sqlite3'

import {
  type MigrationRecord,
  assertNoneMissing,
  type Migration,
  missingMigrations,
} from './migrations.ts'

/** Brings the schema of a SQLite file up to date. @throws as `missingMigrations` */
export function migrate(connection: Sqlite.Database): void {
  for (const { name, sql, checksum } of missing(connection)) {
    connection.transaction(() => {
      connection.exec(sql)
      connection
        .prepare('INSERT INTO migrations (name, checksum, applied_at) VALUES (?, ?, ?)')
        .run(name, checksum, new Date().toISOString())
    })()
  }
}

/** @throws when the schema is not this version's: older, newer, or none */
export function assertMigrated(connection: Sqlite.Database): void {
  assertNoneMissing(missing(connection))
}

function missing(connection: Sqlite.Database): Migration[] {
  connection.exec(
    'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT',
  )
  // The row's shape is that of the statement.
  const applied = connection.prepare('SELECT name, checksum FROM migrations').all()
  return missingMigrations('sqlite', applied as MigrationRecord[])
}
