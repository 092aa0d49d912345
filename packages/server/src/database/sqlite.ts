import { randomBytes } from 'node:crypto'

import { continueIdsAfter } from '@typecase/contract/ids'
import type Sqlite from 'better-sqlite3'

import { connect, databaseFile, withPathInErrors } from './connection.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { noMessages } from './messages.ts'
import { assertMigrated, migrate } from './migrate-sqlite.ts'
import { NEWEST_ID } from './tables.ts'
import { HeldBuckets } from './held-buckets.ts'
import { createLongWrites, rollBackUnfinishedWrites } from './long-writes.ts'
import { kyselyOn, SqliteSession, TurnSnapshot } from './sqlite-driver.ts'
import { createWriteQueue } from './write-queue.ts'

/** The oldest SQLite in which a reset of the WAL cannot lose commits (fixed in March 2026). */
const OLDEST_SQLITE = [3, 51, 3] as const

/**
 * Opens the SQLite file of a data folder and brings its schema up to date.
 * @throws when the engine is too old, or the schema is newer than this version of the product
 */
export function openSqlite(dataDir: string, { isShared = false }: DatabaseOptions = {}): Database {
  const file = databaseFile(dataDir)
  let rolledBack = 0
  const writer = withPathInErrors(file, () => {
    const connection = connect(file)
    assertEngine(connection)
    if (isShared) assertMigrated(connection)
    else {
      rolledBack = rollBackUnfinishedWrites(connection)
      migrate(connection)
    }
    const newest = newestId(connection)
    if (newest !== undefined) continueIdsAfter(newest)
    return connection
  })
  const reader = connect(file)
  reader.pragma('query_only = ON')

  const heldBuckets = new HeldBuckets()
  const snapshot = new TurnSnapshot(reader)
  const read = kyselyOn(
    new SqliteSession(
      reader,
      (text, values) => heldBuckets.namedBy(text, values)?.session,
      snapshot,
    ),
  )
  const queue = createWriteQueue(file, writer, heldBuckets, snapshot)
  const long = createLongWrites(file, writer, queue, heldBuckets)
  return {
    read,
    isHeld: ({ bucketId }) => heldBuckets.of(bucketId) !== undefined,
    stateNumber: () => snapshot.number(),
    write: (work, scope) =>
      typeof scope === 'object' && scope.isLong
        ? long.write(work, scope.bucketId)
        : queue.write(work),
    withBucketLocked: long.withBucketLocked,
    epoch: randomBytes(6).toString('hex'),
    bulkChunkMultiplier: 1,
    rolledBack,
    messages: noMessages,
    leads: async () => true,
    ping: async () => reader.prepare('SELECT 1').get() !== undefined,
    async close() {
      // Wait for all earlier writes, including those that no one awaits.
      await long.close()
      await queue.write(async () => {})
      await queue.log.close()
      reader.close()
      if (!isShared) {
        try {
          writer.pragma('wal_checkpoint(TRUNCATE)')
        } catch {
          // The disk is full. Nothing is lost, because the log belongs to the database and the next start uses it.
        }
      }
      writer.close()
    },
  }
}

function assertEngine(connection: Sqlite.Database): void {
  const version = String(connection.prepare('SELECT sqlite_version()').pluck().get())
  const parts = version.split('.').map(Number)
  for (const [index, minimum] of OLDEST_SQLITE.entries()) {
    const part = parts[index] ?? 0
    if (part > minimum) return
    if (part < minimum)
      throw new Error(`SQLite ${version} is too old; ${OLDEST_SQLITE.join('.')} is needed.`)
  }
}

function newestId(connection: Sqlite.Database): string | undefined {
  // One row with one text, the newest id; null if there is none.
  return (connection.prepare(NEWEST_ID).pluck().get() as string | null) ?? undefined
}
