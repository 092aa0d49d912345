import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { sqlFunctions } from '@typecase/content-query/sql-functions'
import Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'

import { migrate } from './migrate.ts'
import { sqliteDialect } from './sqlite-driver.ts'
import type { Tables } from './tables.ts'
import { createWriteQueue, type Work } from './write-queue.ts'

export type Reader = Kysely<Tables>

/**
 * The database. Reads see the last commit and never wait for a writer. A write runs alone, is durable when its
 * promise settles, and undoes itself when it throws.
 */
export interface Database {
  readonly read: Reader
  write<T>(work: Work<T>): Promise<T>
  /**
   * Keeps every writer of this thread waiting while `work` lets another thread write on a connection of its own.
   * Readers go on.
   */
  lend<T>(work: () => Promise<T>): Promise<T>
  /** Whether it answers, for the readiness probe. */
  ping(): boolean
  close(): void
}

/** The oldest SQLite whose WAL cannot lose a reset (fixed March 2026). */
const OLDEST_SQLITE = [3, 51, 3] as const

/**
 * Opens the database in a data folder and brings its schema up to date.
 * @throws when the engine is too old, or the schema is newer than this version of the product
 */
export function openDatabase(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = databaseFile(dataDir)
  const writer = connect(file)
  assertEngine(writer)
  migrate(writer)
  const reader = connect(file)
  reader.pragma('query_only = ON')

  const queue = createWriteQueue(writer, new Kysely<Tables>({ dialect: sqliteDialect(writer) }))
  return {
    read: new Kysely<Tables>({ dialect: sqliteDialect(reader) }),
    write: queue.write,
    lend: queue.lend,
    ping: () => reader.prepare('SELECT 1').get() !== undefined,
    close() {
      reader.close()
      writer.pragma('wal_checkpoint(TRUNCATE)')
      writer.close()
    },
  }
}

export const databaseFile = (dataDir: string): string => join(dataDir, 'typecase.sqlite')

/** Opens a connection with the settings that all of ours have. Threads that write need `lend` around it. */
export function connect(file: string): Sqlite.Database {
  const connection = new Sqlite(file)
  // FULL: an acknowledged write survives power loss. better-sqlite3's own default would be NORMAL.
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma('busy_timeout = 5000')
  connection.pragma('foreign_keys = ON')
  connection.pragma('trusted_schema = OFF')
  connection.pragma('mmap_size = 0')
  connection.pragma('cache_size = -32000')
  connection.pragma('journal_size_limit = 67108864')
  for (const [name, run] of Object.entries(sqlFunctions)) {
    connection.function(name, { deterministic: true }, run)
  }
  return connection
}

function assertEngine(connection: Sqlite.Database): void {
  const version = String(connection.prepare('SELECT sqlite_version()').pluck().get())
  const parts = version.split('.').map(Number)
  for (const [index, wanted] of OLDEST_SQLITE.entries()) {
    const found = parts[index] ?? 0
    if (found > wanted) return
    if (found < wanted)
      throw new Error(`SQLite ${version} is too old; ${OLDEST_SQLITE.join('.')} is needed.`)
  }
}
