import type { Settings } from '../settings/settings.ts'
import { databaseFile } from './connection.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { openSqlite } from './sqlite.ts'
import { openSqliteThread, type ThreadDatabase } from './thread-database.ts'

/**
 * Opens the database that the settings name and brings its schema up to date.
 * @throws when it cannot be used, or its schema is newer than this version of the product
 */
export async function openDatabase(
  { DATA_DIR, DATABASE_URL }: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>,
  options: DatabaseOptions = {},
): Promise<Database> {
  if (DATABASE_URL === undefined) return openSqlite(DATA_DIR, options)
  // Loaded on demand, so that a start on SQLite loads less.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(DATABASE_URL, options.isShared)
}

/** Opens another connection to a database that the server has open. */
export async function openThreadDatabase({
  DATA_DIR,
  DATABASE_URL,
}: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>): Promise<ThreadDatabase> {
  if (DATABASE_URL === undefined) return openSqliteThread(databaseFile(DATA_DIR))
  const { openPostgresThread } = await import('./postgres.ts')
  return openPostgresThread(DATABASE_URL)
}
