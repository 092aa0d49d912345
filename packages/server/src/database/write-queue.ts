import type Sqlite from 'better-sqlite3'
import type { Kysely } from 'kysely'

import { LOG_PAGES } from './connection.ts'
import { kyselyOn, type SqliteSession } from './sqlite-driver.ts'
import type { Tables } from './tables.ts'

export interface Write {
  readonly db: Kysely<Tables>
  /** Runs once the write is durable: caches, events, mails. Never when it was undone. */
  readonly afterCommit: (effect: () => void) => void
}

/**
 * A unit of work. It may only wait for `db`: anything slower would hold up every other writer. It may be run a second
 * time where another writer of its commit failed, so it touches nothing outside but by `afterCommit`.
 */
export type Work<T> = (write: Write) => Promise<T>

interface Waiting {
  /** Runs the work. Its failure is only told later: it is that writer's alone. */
  run(): Promise<Ran>
  fail(reason: unknown): void
  /** Shares its commit with nobody. */
  isAlone: boolean
}

export interface WriteOptions {
  /** For work that takes seconds: no failure of another writer has it run a second time. */
  isAlone?: boolean
  /**
   * The bucket that the work writes to, and nothing outside it: on PostgreSQL such writers take turns by the bucket's row,
   * where others run again when they collide. Means nothing to SQLite, where all writers take turns.
   */
  bucketId?: string
}

interface Ran {
  failure?: { reason: unknown }
  /** Tells whoever waits, once the commit is durable. */
  tell(): void
}

/** Work that writes on a connection of its own, while the queue stands still. */
interface Lending {
  lend(): Promise<void>
}

/** Writes that share a commit at most; bounds how long the first one waits for the last. */
const GROUP = 64
/** Statements of a commit after which its log is brought into the file aside. */
const LARGE = 10_000

/**
 * Runs writers one after the other. Those that wait at the same moment share one commit: the disk is synced once for
 * all of them, and one that throws takes back only its own changes (decision 0018).
 */
export function createWriteQueue(
  connection: Sqlite.Database,
  session: SqliteSession,
  checkpoint: () => Promise<void>,
) {
  const db = kyselyOn(session)
  const waiting: (Waiting | Lending)[] = []
  const begin = connection.prepare('BEGIN IMMEDIATE')
  const commit = connection.prepare('COMMIT')
  const rollback = connection.prepare('ROLLBACK')
  const savepoint = connection.prepare('SAVEPOINT work')
  const release = connection.prepare('RELEASE work')
  let isDraining = false

  function write<T>(work: Work<T>, { isAlone = false }: WriteOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      waiting.push({
        async run() {
          const effects: (() => void)[] = []
          try {
            const result = await work({
              db,
              afterCommit: (effect) => void effects.push(effect),
            })
            return {
              tell() {
                for (const effect of effects) effect()
                resolve(result)
              },
            }
          } catch (reason) {
            return { failure: { reason }, tell: () => reject(reason) }
          }
        },
        fail: reject,
        isAlone,
      })
      if (!isDraining) void drain()
    })
  }

  function lend<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      waiting.push({ lend: () => work().then(resolve, reject) })
      if (!isDraining) void drain()
    })
  }

  async function drain(): Promise<void> {
    isDraining = true
    while (waiting.length > 0) {
      // Lets the requests that are already being handled join the group, and all others go on: one that writes again
      // and again would otherwise never let the process do anything else.
      await new Promise(setImmediate)
      const [first] = waiting
      if (first && 'lend' in first) {
        waiting.shift()
        await first.lend()
      } else {
        await commitGroup(nextGroup())
      }
    }
    isDraining = false
  }

  /** Those that wait at the front, up to one that needs the queue to stand still, or a commit to itself. */
  function nextGroup(): Waiting[] {
    const group: Waiting[] = []
    for (const writer of waiting) {
      if ('lend' in writer || group.length === GROUP) break
      if (writer.isAlone && group.length > 0) break
      group.push(writer)
      if (writer.isAlone) break
    }
    waiting.splice(0, group.length)
    return group
  }

  async function commitGroup(group: Waiting[]): Promise<void> {
    try {
      const ran = (await runAll(group)) ?? (await runEach(group))
      for (const { tell } of ran) tell()
    } catch (reason) {
      takeBack()
      for (const writer of group) writer.fail(reason)
    }
  }

  /** A full disk has undone everything already. */
  function takeBack(): void {
    if (connection.inTransaction) rollback.run()
  }

  /**
   * Runs writers without a savepoint for each, which would keep a copy of every page that they touch.
   * @returns nothing when it was all undone, since one of several failed after it had written
   */
  async function runAll(group: readonly Waiting[]): Promise<Ran[] | undefined> {
    const ran: Ran[] = []
    const start = session.writes
    begin.run()
    for (const writer of group) {
      const before = session.writes
      const one = await writer.run()
      ran.push(one)
      if (!one.failure || session.writes === before) continue
      takeBack()
      return group.length === 1 ? ran : undefined
    }
    if (session.writes - start > LARGE) commitLarge()
    else commit.run()
    return ran
  }

  /** Commits what would take seconds to be brought into the file, which a thread does then while others are answered. */
  function commitLarge(): void {
    connection.pragma('wal_autocheckpoint = 0')
    commit.run()
    checkpoint()
      // Without one, the next commits do it as always.
      .catch(() => {})
      .finally(() => {
        if (connection.open) connection.pragma(`wal_autocheckpoint = ${LOG_PAGES}`)
      })
  }

  /** Runs writers so that each can be undone alone. */
  async function runEach(group: readonly Waiting[]): Promise<Ran[]> {
    const ran: Ran[] = []
    begin.run()
    for (const writer of group) {
      savepoint.run()
      const one = await writer.run()
      if (one.failure) {
        if (!connection.inTransaction) throw one.failure.reason
        connection.exec('ROLLBACK TO work')
      }
      release.run()
      ran.push(one)
    }
    commit.run()
    return ran
  }

  return { write, lend }
}
