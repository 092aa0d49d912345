import type { Settings } from '../settings/settings.ts'
import { connect, databaseFile } from './connection.ts'
import type { Reader } from './database.ts'
import { kyselyOn, SqliteSession } from './sqlite-driver.ts'

/** The database as a thread of the server uses it: on one connection of its own, a transaction at a time. */
export interface ThreadDatabase {
  /** Runs `work` on one state of the database, whatever others write meanwhile. */
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>
  /**
   * Runs `work` as one write on a bucket, which nobody else changes meanwhile. It may be run a second time. On SQLite only
   * while the server lends the thread its right to write (`Database.lend`).
   */
  write<T>(bucketId: string, work: (db: Reader) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Opens the database that a server has open already. */
export async function openThreadDatabase({
  DATA_DIR,
  DATABASE_URL,
}: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>): Promise<ThreadDatabase> {
  if (DATABASE_URL === undefined) return openSqliteThread(DATA_DIR)
  const { openPostgresThread } = await import('./postgres.ts')
  return openPostgresThread(DATABASE_URL)
}

function openSqliteThread(dataDir: string): ThreadDatabase {
  const connection = connect(databaseFile(dataDir))
  // A checkpoint within the commit would keep writers waiting; one follows when they go on.
  connection.pragma('wal_autocheckpoint = 0')
  connection.pragma('cache_size = -16000')
  const db = kyselyOn(new SqliteSession(connection))

  async function transaction<T>(begin: string, work: (reader: Reader) => Promise<T>): Promise<T> {
    connection.exec(begin)
    try {
      const result = await work(db)
      connection.exec('COMMIT')
      return result
    } catch (reason) {
      if (connection.inTransaction) connection.exec('ROLLBACK')
      throw reason
    }
  }

  return {
    read: (work) => transaction('BEGIN', work),
    write: (_bucketId, work) => transaction('BEGIN IMMEDIATE', work),
    async close() {
      try {
        connection.pragma('wal_checkpoint(PASSIVE)')
      } catch {
        // Without one, the next commits do it as always.
      }
      connection.close()
    },
  }
}
