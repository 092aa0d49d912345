import type { Kysely } from 'kysely'

import type { Settings } from '../settings/settings.ts'
import type { Messages } from './messages.ts'
import { openSqlite } from './sqlite.ts'
import type { Tables } from './tables.ts'
import type { Work, WriteOptions } from './write-queue.ts'

export type Reader = Kysely<Tables>

/**
 * The database, SQLite or PostgreSQL. Reads see the last commit and never wait for a writer. A write comes out as if it ran
 * alone, is durable when its promise settles, and undoes itself when it throws.
 */
export interface Database {
  /** For what an index leads to: a row, a page. SQLite answers it at once, and nobody else meanwhile. */
  readonly read: Reader
  write<T>(work: Work<T>, options?: WriteOptions): Promise<T>
  /**
   * Keeps every writer of this thread waiting while `work` lets another thread write on a connection of its own.
   * Readers go on.
   */
  lend<T>(work: () => Promise<T>): Promise<T>
  /** What processes that share the database tell each other. */
  readonly messages: Messages
  /** Whether it answers, for the readiness probe. */
  ping(): Promise<boolean>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Beside the server that holds the folder: the schema and the log are left to it. */
  readonly isShared?: boolean
}

/**
 * Opens the database that the settings name, and brings its schema up to date.
 * @throws when it cannot be used, or its schema is newer than this version of the product
 */
export async function openDatabase(
  { DATA_DIR, DATABASE_URL }: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>,
  options: DatabaseOptions = {},
): Promise<Database> {
  if (DATABASE_URL === undefined) return openSqlite(DATA_DIR, options)
  // Only where it is used: a start loads little.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(DATABASE_URL, options.isShared)
}
