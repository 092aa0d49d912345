import { join } from 'node:path'

import Sqlite from 'better-sqlite3'

export const databaseFile = (dataDir: string): string => join(dataDir, 'typecase.sqlite')

/**
 * Pages of the log after which a commit brings them into the file, which is synced as well: 16 MB, since a job changes
 * the same pages again and again.
 */
export const LOG_PAGES = 4000

/** Does the first work on a file: a failure names it in `path`, as those of the file system do. */
export function namingFile<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (reason) {
    throw reason instanceof Sqlite.SqliteError ? Object.assign(reason, { path }) : reason
  }
}

/** Opens a connection with the settings that all of ours have. Threads that write need `lend` around it. */
export function connect(file: string): Sqlite.Database {
  const connection = new Sqlite(file)
  // FULL: an acknowledged write survives power loss. better-sqlite3's own default would be NORMAL.
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma('busy_timeout = 5000')
  connection.pragma('foreign_keys = ON')
  connection.pragma('trusted_schema = OFF')
  // What a statement that might fail half way has touched: for a file it is too little, and too often (decision 0019).
  connection.pragma('temp_store = MEMORY')
  connection.pragma('mmap_size = 0')
  connection.pragma('cache_size = -32000')
  connection.pragma('journal_size_limit = 67108864')
  connection.pragma(`wal_autocheckpoint = ${LOG_PAGES}`)
  return connection
}
