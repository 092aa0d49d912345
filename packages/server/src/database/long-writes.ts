import { setTimeout as delay } from 'node:timers/promises'

import type Sqlite from 'better-sqlite3'

import { connect } from './connection.ts'
import { type HeldBuckets, waitUntilReleased } from './held-buckets.ts'
import { SqliteSession } from './sqlite-driver.ts'
import { openSqliteThread } from './thread-database.ts'
import { type LongWrite, longWrites, settleSome } from './undo-log.ts'
import type { createWriteQueue, Work } from './write-queue.ts'

/** Time that others wait at once while a write is rolled back, or its steps are removed, ms. */
const CHUNK_MS = 10
/** Until it is tried again, where the disk is full, ms. */
const RETRY_DELAY_MS = 1000

/**
 * Long writes on SQLite, which has one writer: they are committed in chunks, so that other buckets' writers come in
 * between. Meanwhile reads see the bucket's state before the write, from a connection whose transaction began then, and
 * other writers of it wait.
 */
export function createLongWrites(
  file: string,
  writer: Sqlite.Database,
  { turn, log }: Pick<ReturnType<typeof createWriteQueue>, 'turn' | 'log'>,
  held: HeldBuckets,
) {
  const running = new Set<Promise<unknown>>()
  let isClosing = false

  /** Opens a snapshot of a bucket for its readers and blocks its other writers. @returns the right to write, and a function that releases both */
  async function hold(bucketId: string) {
    for (;;) {
      const before = held.of(bucketId)
      if (before) await waitUntilReleased(before)
      const give = await turn()
      if (held.of(bucketId)) {
        give()
        continue
      }
      const connection = connect(file)
      connection.pragma('query_only = ON')
      connection.exec('BEGIN')
      // The transaction begins with its first look at the file.
      connection.prepare('SELECT max(id) FROM long_writes').get()
      const session = new SqliteSession(connection)
      const { promise: freed, resolve } = Promise.withResolvers<void>()
      held.hold({ bucketId, session, freed })
      const free = () => {
        held.free(bucketId)
        resolve()
        // After the present reads.
        setImmediate(() => connection.close())
      }
      return { give, free }
    }
  }

  /** Rolls back incomplete writes. Completed writes are on the disk after this. @returns the completed ones */
  async function settle(bucketId: string) {
    const all = longWrites(writer, bucketId)
    for (const write of all) {
      for (let isOver = false; !isOver;) isOver = (await chunk(write)) || write.is_done === 1
    }
    await log.durable()
    return all.filter(({ is_done }) => is_done === 1)
  }

  /** @returns whether the write is settled completely */
  async function chunk(write: LongWrite): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      const give = await turn()
      try {
        const isOver = settleSome(writer, write, CHUNK_MS)
        log.committed()
        return isOver
      } catch (reason) {
        // The next start does it.
        if (isClosing) throw reason
        // The bucket stays held: half of a write must not be read as the whole.
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
        // The next start does the rest.
        if (isClosing) return
        isOver = await chunk(write)
      }
    }
  }

  /**
   * Holds a bucket while `work` writes to it on a separate connection, by `ThreadDatabase.write`.
   * @param work begins with the right to write; its argument lets others write, and waits for the right again
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
      // Once the snapshot is closed: until then the log cannot be brought into the file.
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

    /** Lets running writes finish. */
    async close(): Promise<void> {
      isClosing = true
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/** Rolls back the writes of a server that died. @returns their number */
export function rollBackUnfinishedWrites(connection: Sqlite.Database): number {
  const hasLog = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'long_writes'").get()
  const writes = hasLog ? longWrites(connection) : []
  for (const write of writes.toReversed()) settleSome(connection, write, Infinity)
  return writes.filter(({ is_done }) => is_done === 0).length
}
