import { join } from 'node:path'

import Sqlite from 'better-sqlite3'

export const databaseFile = (dataDir: string): string => join(dataDir, 'typecase.sqlite')

/** Runs the first work on a file; its errors name the file in `path`, like those of the file system. */
export function withPathInErrors<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (reason) {
    throw reason instanceof Sqlite.SqliteError ? Object.assign(reason, { path }) : reason
  }
}

/** Opens a connection with our settings. Threads that write need `withBucketLocked` around it. */
export function connect(file: string): Sqlite.Database {
  const connection = new Sqlite(file)
  connection.pragma('journal_mode = WAL')
  // `WriteAheadLog` syncs the log before a write is acknowledged, and moves it into the file.
  connection.pragma('synchronous = NORMAL')
  connection.pragma('wal_autocheckpoint = 0')
  connection.pragma('busy_timeout = 5000')
  connection.pragma('foreign_keys = ON')
  connection.pragma('trusted_schema = OFF')
  // Statement journals stay in memory: they are too small and too frequent for files (decision 0019).
  connection.pragma('temp_store = MEMORY')
  connection.pragma('mmap_size = 0')
  connection.pragma('cache_size = -32000')
  connection.pragma('journal_size_limit = 67108864')
  return connection
}
