import { setTimeout as delay } from 'node:timers/promises'

import type Sqlite from 'better-sqlite3'

import { connect } from './connection.ts'
import { type HeldBuckets, waitUntilReleased } from './held-buckets.ts'
import { SqliteSession } from './sqlite-driver.ts'
import { openSqliteThread } from './thread-database.ts'
import { type LongWrite, longWrites, settleSome } from './undo-log.ts'
import type { createWriteQueue, Work } from './write-queue.ts'

/** How long others wait at a time while a write is rolled back or its undo steps are removed, in ms. */
const CHUNK_MS = 10
/** Pause before another attempt when the disk is full, in ms. */
const RETRY_DELAY_MS = 1000

/**
 * Long writes on SQLite, which permits a single writer: they commit in chunks, so that writers of other buckets can run
 * in between. Meanwhile, reads see the bucket's state before the write, through a connection with an older transaction,
 * and other writers of the bucket wait.
 */
export function createLongWrites(
  file: string,
  writer: Sqlite.Database,
  { turn, log }: Pick<ReturnType<typeof createWriteQueue>, 'turn' | 'log'>,
  heldBuckets: HeldBuckets,
) {
  const running = new Set<Promise<unknown>>()
  let isClosing = false

  /**
   * Opens a snapshot of a bucket for its readers and blocks its other writers.
   * @returns `give`, which passes on the right to write, and `free`, which releases the bucket
   */
  async function hold(bucketId: string) {
    for (;;) {
      const before = heldBuckets.of(bucketId)
      if (before) await waitUntilReleased(before)
      const give = await turn()
      if (heldBuckets.of(bucketId)) {
        give()
        continue
      }
      const connection = connect(file)
      connection.pragma('query_only = ON')
      connection.exec('BEGIN')
      // The transaction starts with its first read of the file.
      connection.prepare('SELECT max(id) FROM long_writes').get()
      const session = new SqliteSession(connection)
      const { promise: freed, resolve } = Promise.withResolvers<void>()
      heldBuckets.hold({ bucketId, session, freed })
      const free = () => {
        heldBuckets.free(bucketId)
        resolve()
        // Reads that are running may still need the connection.
        setImmediate(() => connection.close())
      }
      return { give, free }
    }
  }

  /** Rolls back incomplete writes and makes completed ones durable. @returns the completed writes */
  async function settle(bucketId: string) {
    const all = longWrites(writer, bucketId)
    for (const write of all) {
      for (let isOver = false; !isOver;) isOver = (await chunk(write)) || write.is_done === 1
    }
    await log.durable()
    return all.filter(({ is_done }) => is_done === 1)
  }

  /** Undoes a chunk of an incomplete write, or removes undo steps of a complete one. @returns whether none are left */
  async function chunk(write: LongWrite): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      const give = await turn()
      try {
        const isOver = settleSome(writer, write, CHUNK_MS)
        log.afterCommit()
        return isOver
      } catch (reason) {
        // The next start settles the write.
        if (isClosing) throw reason
        // The bucket stays locked: no one may read half of a write.
        if (tries === 1) process.emitWarning(reason instanceof Error ? reason : String(reason))
      } finally {
        give()
      }
      await delay(RETRY_DELAY_MS)
    }
  }

  async function clear(writes: readonly LongWrite[]): Promise<void> {
    for (const write of writes) {
      for (let isOver = false; !isOver;) {
        // The next start removes the rest.
        if (isClosing) return
        isOver = await chunk(write)
      }
    }
  }

  /**
   * Locks a bucket while `work` writes to it on a separate connection, with `ThreadDatabase.write`.
   * @param work starts with the right to write; its argument lets others write and waits for the right again
   */
  async function withBucketLocked<T>(
    bucketId: string,
    work: (pause: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const { give: giveFirst, free } = await hold(bucketId)
    let give = giveFirst
    try {
      return await work(async () => {
        give()
        give = await turn()
      })
    } finally {
      give()
      const done = await settle(bucketId).finally(free)
      // Wait until the snapshot is closed: before that, the log cannot be moved into the file.
      const clearing = clear(done).finally(() => setImmediate(() => log.checkpoint()))
      run(clearing).catch(() => {})
    }
  }

  function run<T>(doing: Promise<T>): Promise<T> {
    const over = doing.catch(() => {}).finally(() => running.delete(over))
    running.add(over)
    return doing
  }

  return {
    withBucketLocked: <T>(bucketId: string, work: (pause: () => Promise<void>) => Promise<T>) =>
      run(withBucketLocked(bucketId, work)),

    async write<T>(work: Work<T>, bucketId: string): Promise<T> {
      const effects: (() => void)[] = []
      const afterCommit = (effect: () => void) => void effects.push(effect)
      const result = await run(
        withBucketLocked(bucketId, async (pause) => {
          const thread = openSqliteThread(file)
          try {
            return await thread.write(bucketId, (write) => work({ ...write, afterCommit }), pause)
          } finally {
            await thread.close()
          }
        }),
      )
      for (const effect of effects) effect()
      return result
    },

    /** Waits for running writes. */
    async close(): Promise<void> {
      isClosing = true
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/** Rolls back the writes of a server that died. @returns the number of unfinished writes */
export function rollBackUnfinishedWrites(connection: Sqlite.Database): number {
  const hasLog = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'long_writes'").get()
  const writes = hasLog ? longWrites(connection) : []
  for (const write of writes.toReversed()) settleSome(connection, write, Infinity)
  return writes.filter(({ is_done }) => is_done === 0).length
}
