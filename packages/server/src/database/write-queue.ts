import type Sqlite from 'better-sqlite3'
import type { Kysely } from 'kysely'

import { constraintConflict } from '../http/failure.ts'
import { BucketHeld, type HeldBucket, type HeldBuckets, waitUntilReleased } from './held-buckets.ts'
import { kyselyOn, SqliteSession, type TurnSnapshot } from './sqlite-driver.ts'
import type { Tables } from './tables.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

export interface Write {
  readonly db: Kysely<Tables>
  /** Runs once the write is committed, and others may see it: caches, events, e-mails. Never when it was undone. */
  readonly afterCommit: (effect: () => void) => void
  /**
   * Lets others write between two steps of a long write. The steps so far are stored, but invisible before the whole,
   * and rolled back if the rest fails. Does nothing in other writes.
   */
  readonly pause: () => Promise<void>
}

export const noPause = async (): Promise<void> => {}

/**
 * Runs the effects of a commit. The commit is acknowledged even if one of them throws, which is a bug: it is reported.
 */
export function runEffects(effects: readonly (() => void)[]): void {
  for (const effect of effects) {
    try {
      effect()
    } catch (reason) {
      process.emitWarning(reason instanceof Error ? reason : String(reason))
    }
  }
}

/**
 * A unit of work. It may only wait for `db`: anything slower would hold up every other writer. It may be run a second
 * time where another writer of its commit failed, so it touches nothing outside but by `afterCommit`.
 */
export type Work<T> = (write: Write) => Promise<T>

interface Waiting {
  /** Runs the work. It reports a failure later, to its own caller only. */
  run(): Promise<Ran>
  fail(reason: unknown): void
}

/** Work on one bucket. */
export interface BucketScope {
  readonly bucketId: string
  /** For work that may take longer than others should wait: between its steps it calls `Write.pause`. */
  readonly isLong?: boolean
}

/**
 * Isolation of a write. SQLite runs one writer at a time, so only PostgreSQL needs it.
 *
 * - A bucket: the transaction locks the bucket's row first, so writers of a bucket run one after another, and never
 * twice. It is READ COMMITTED: other rows that decide what is written (a plan, a member, another bucket) need a row
 * lock or `serializable`. Rows of other tables may be inserted.
 * - `serializable`: the write reads rows of several buckets, of a project, workspace or account, and decides by them.
 * It is retried after a collision.
 * - `read committed`: each statement decides for itself: an insert, an `ON CONFLICT`, an update whose condition is in
 * its `WHERE`. Never for work that reads first and writes then.
 */
export type WriteScope = BucketScope | 'serializable' | 'read committed'

interface Ran {
  failure?: { reason: unknown }
  /** Effects that run right after the commit, before the next read. */
  effects?: readonly (() => void)[]
  /** Settles the caller's promise, once the commit is durable. */
  tell(): void
}

/** A writer with its own connection, while the queue is paused. */
interface Turn {
  begin(): Promise<void>
}

/** Broken constraints that a retry with other input can satisfy: they are answered as conflicts. */
const CONSTRAINT = /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY|FOREIGNKEY)$/

const asConflict = (reason: unknown): unknown =>
  reason instanceof Error && 'code' in reason && CONSTRAINT.test(String(reason.code))
    ? constraintConflict(reason.message, reason)
    : reason

/** Writes that share a commit at most; bounds how long the first one waits for the last. */
const GROUP = 64

/**
 * Runs writers one after another. Writers that wait at the same moment share one commit, and one that throws rolls back
 * only its own changes (decision 0018). The disk syncs while the next ones run: one sync for all commits so far.
 * @param snapshot the readers' view, which ends with each commit
 */
export function createWriteQueue(
  file: string,
  connection: Sqlite.Database,
  held: HeldBuckets,
  snapshot: TurnSnapshot,
) {
  const log = new WriteAheadLog(file, connection, turn)
  /** The bucket that kept the present work from going on. */
  let inTheWay: HeldBucket | undefined
  const session = new SqliteSession(connection, (text, values) => {
    const bucket = held.namedBy(text, values)
    if (bucket) throw new BucketHeld((inTheWay = bucket))
    return undefined
  })
  const db = kyselyOn(session)
  const waiting: (Waiting | Turn)[] = []
  const begin = connection.prepare('BEGIN IMMEDIATE')
  const commit = connection.prepare('COMMIT')
  const rollback = connection.prepare('ROLLBACK')
  const savepoint = connection.prepare('SAVEPOINT work')
  const release = connection.prepare('RELEASE work')
  let isDraining = false

  function write<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const writer: Waiting = {
        async run() {
          const effects: (() => void)[] = []
          const afterCommit = (effect: () => void) => void effects.push(effect)
          inTheWay = undefined
          try {
            const result = await work({ db, afterCommit, pause: noPause })
            // Applies even if the work caught the error.
            if (inTheWay) throw new BucketHeld(inTheWay)
            return { effects, tell: () => resolve(result) }
          } catch (reason) {
            const bucket = inTheWay
            const tell = () =>
              bucket
                ? void waitUntilReleased(bucket).then(() => enter(writer), reject)
                : reject(asConflict(reason))
            return { failure: { reason }, tell }
          }
        },
        fail: reject,
      }
      enter(writer)
    })
  }

  function enter(one: Waiting | Turn): void {
    waiting.push(one)
    if (!isDraining) void drain()
  }

  /**
   * Waits until it may write on a separate connection. @returns lets the others continue, with readers that see the
   * commits
   */
  function turn(): Promise<() => void> {
    const give = (over: () => void) => () => {
      snapshot.end()
      over()
    }
    return new Promise((resolve) =>
      enter({ begin: () => new Promise<void>((over) => resolve(give(over))) }),
    )
  }

  async function drain(): Promise<void> {
    isDraining = true
    while (waiting.length > 0) {
      // Lets the requests that are already being handled join the group, and all others go on: one that writes again
      // and again would otherwise never let the process do anything else.
      await new Promise(setImmediate)
      const [first] = waiting
      if (first && 'begin' in first) {
        waiting.shift()
        await first.begin()
      } else {
        await commitGroup(nextGroup())
      }
    }
    isDraining = false
  }

  /** Waiting writers from the front, up to one that needs the queue to pause. */
  function nextGroup(): Waiting[] {
    const group: Waiting[] = []
    for (const writer of waiting) {
      if ('begin' in writer || group.length === GROUP) break
      group.push(writer)
    }
    waiting.splice(0, group.length)
    return group
  }

  async function commitGroup(group: Waiting[]): Promise<void> {
    const fail = (reason: unknown) => group.forEach((writer) => writer.fail(reason))
    try {
      const before = session.writes
      // The log begins again only while no one reads from it.
      snapshot.end()
      const ran = (await runAll(group)) ?? (await runEach(group))
      snapshot.end()
      if (session.writes > before) log.committed()
      for (const { effects = [] } of ran) runEffects(effects)
      // The next group is written meanwhile.
      log.durable().then(() => ran.forEach(({ tell }) => tell()), fail)
    } catch (reason) {
      rollBack()
      fail(reason)
    }
  }

  /** A full disk has undone everything already. */
  function rollBack(): void {
    if (connection.inTransaction) rollback.run()
  }

  /**
   * Runs writers without a savepoint for each, which would keep a copy of every page that they touch.
   * @returns undefined when all were undone, since one of several failed after it had written
   */
  async function runAll(group: readonly Waiting[]): Promise<Ran[] | undefined> {
    const ran: Ran[] = []
    begin.run()
    for (const writer of group) {
      const before = session.writes
      const one = await writer.run()
      ran.push(one)
      if (!one.failure || session.writes === before) continue
      rollBack()
      return group.length === 1 ? ran : undefined
    }
    commit.run()
    return ran
  }

  /** Runs writers so that each can be undone separately. */
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

  return { write, turn, log }
}
