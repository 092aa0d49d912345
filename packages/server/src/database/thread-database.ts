import { setTimeout as delay } from 'node:timers/promises'

import { connect } from './connection.ts'
import type { Reader } from './database.ts'
import { kyselyOn, SqliteSession } from './sqlite-driver.ts'
import { beginUndoLog, endUndoLog, longWrites } from './undo-log.ts'
import type { Work } from './write-queue.ts'

/** The database for a thread: a separate connection with one transaction at a time. */
export interface ThreadDatabase {
  /** Runs `work` on one snapshot of the bucket while others may write. */
  read<T>(bucketId: string, work: (db: Reader) => Promise<T>): Promise<T>
  /**
   * Runs `work` as one long write on a bucket that no one else changes meanwhile. On PostgreSQL it may run twice. On
   * SQLite it runs within `Database.withBucketLocked`, which rolls it back if it fails or its thread dies.
   * @param pause the argument that `Database.withBucketLocked` passes
   */
  write<T>(bucketId: string, work: Work<T>, pause: () => Promise<void>): Promise<T>
  close(): Promise<void>
}

/** How long others wait at a time for a long write, in ms. */
const CHUNK_MS = 15
/** Interval of checks whether a long write has ended, in ms. */
const LOOK_MS = 50

export function openSqliteThread(file: string): ThreadDatabase {
  const connection = connect(file)
  connection.pragma('cache_size = -16000')
  const db = kyselyOn(new SqliteSession(connection))

  async function orRollback<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (reason) {
      if (connection.inTransaction) connection.exec('ROLLBACK')
      throw reason
    }
  }

  return {
    async read(bucketId, work) {
      for (;;) {
        connection.exec('BEGIN')
        if (longWrites(connection, bucketId).every(({ is_done }) => is_done === 1)) break
        connection.exec('COMMIT')
        await delay(LOOK_MS)
      }
      return orRollback(async () => {
        const result = await work(db)
        connection.exec('COMMIT')
        return result
      })
    },

    write: (bucketId, work, wait) =>
      orRollback(async () => {
        let start = performance.now()
        connection.exec('BEGIN IMMEDIATE')
        const id = beginUndoLog(connection, bucketId)
        const pause = async () => {
          if (performance.now() - start < CHUNK_MS) return
          connection.exec('COMMIT')
          await wait()
          start = performance.now()
          connection.exec('BEGIN IMMEDIATE')
        }
        const result = await work({ db, afterCommit: () => {}, pause })
        endUndoLog(connection, id)
        connection.exec('COMMIT')
        return result
      }),

    async close() {
      connection.close()
    },
  }
}
