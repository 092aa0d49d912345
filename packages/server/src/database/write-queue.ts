import type Sqlite from 'better-sqlite3'
import type { Kysely } from 'kysely'

import { constraintConflict } from '../http/failure.ts'
import { BucketHeld, type HeldBucket, type HeldBuckets, waitUntilReleased } from './held-buckets.ts'
import { kyselyOn, SqliteSession, type TurnSnapshot } from './sqlite-driver.ts'
import type { Tables } from './tables.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

export interface Write {
  readonly db: Kysely<Tables>
  /**
   * Registers an effect to run when the write has committed and others can see it: caches, events, e-mails. Never runs
   * after a rollback.
   */
  readonly afterCommit: (effect: () => void) => void
  /**
   * Lets others write between two steps of a long write. The steps so far are committed, but invisible until the end,
   * and rolled back if the rest fails. Does nothing in other writes.
   */
  readonly pause: () => Promise<void>
}

export const noPause = async (): Promise<void> => {}

/**
 * Runs the effects of a commit. If an effect throws, which is a bug, the commit is still acknowledged and a warning
 * reports the error.
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
 * A unit of work. It may only await `db`, since anything slower would hold up every other writer. It may run twice if
 * another writer in its commit fails, so side effects belong in `afterCommit`.
 */
export type Work<T> = (write: Write) => Promise<T>

interface Waiting {
  /** Runs the work. A failure is reported later, and only to its caller. */
  run(): Promise<Ran>
  fail(reason: unknown): void
}

/** The scope of work on one bucket. */
export interface BucketScope {
  readonly bucketId: string
  /** For work that takes longer than others should wait: it calls `Write.pause` between its steps. */
  readonly isLong?: boolean
}

/**
 * Isolation of a write. SQLite runs one writer at a time, so only PostgreSQL needs it.
 *
 * - A bucket: the transaction locks the bucket's row first, so writers of a bucket run one after another, and never
 * twice. It is READ COMMITTED: if the write depends on other rows (a plan, a member, another bucket), they need a row
 * lock or `serializable`. The write may insert rows into other tables.
 * - `serializable`: for a write that depends on rows of several buckets, of a project, workspace or account. It is
 * retried after a collision.
 * - `read committed`: for statements that do not depend on earlier reads: an insert, an `ON CONFLICT`, an update whose
 * condition is in its `WHERE`. Never for work that reads first and then writes.
 */
export type WriteScope = BucketScope | 'serializable' | 'read committed'

interface Ran {
  failure?: { reason: unknown }
  /** Effects that run right after the commit, before the next read. */
  effects?: readonly (() => void)[]
  /** Settles the caller's promise; called when the commit is durable. */
  tell(): void
}

/** A writer with its own connection, for which the queue pauses. */
interface Turn {
  begin(): Promise<void>
}

/** Broken constraints that a retry with other input can avoid: they become conflicts. */
const CONSTRAINT = /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY|FOREIGNKEY)$/

const asConflict = (reason: unknown): unknown =>
  reason instanceof Error && 'code' in reason && CONSTRAINT.test(String(reason.code))
    ? constraintConflict(reason.message, reason)
    : reason

/** Maximum number of writes per commit; bounds how long the first one waits for the last. */
const GROUP = 64

/**
 * Creates the queue that runs writers one after another. Concurrent writers share a commit; one that throws rolls back
 * only its own changes (decision 0018). While the disk syncs, the next writers run, and one sync covers all commits so
 * far.
 * @param snapshot the readers' view, which ends with each commit
 */
export function createWriteQueue(
  file: string,
  connection: Sqlite.Database,
  heldBuckets: HeldBuckets,
  snapshot: TurnSnapshot,
) {
  const log = new WriteAheadLog(file, connection, turn)
  /** The locked bucket that the running work tried to write to. */
  let inTheWay: HeldBucket | undefined
  const session = new SqliteSession(connection, (text, values) => {
    const bucket = heldBuckets.namedBy(text, values)
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
            // Throw even if the work caught the error.
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
   * Waits for the right to write on a separate connection.
   * @returns a function that resumes the queue and shows the commits to readers
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
      // Let requests that are being handled join the group, and let all other work run: otherwise a caller that writes
      // again and again would block the event loop.
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

  /** Takes waiting writers from the front of the queue, up to one that needs the queue to pause. */
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
      // The log can restart only while no one reads from it.
      snapshot.end()
      const ran = (await runAll(group)) ?? (await runEach(group))
      snapshot.end()
      if (session.writes > before) log.afterCommit()
      for (const { effects = [] } of ran) runEffects(effects)
      // The next group is written in the meantime.
      log.durable().then(() => ran.forEach(({ tell }) => tell()), fail)
    } catch (reason) {
      rollBack()
      fail(reason)
    }
  }

  /** Rolls back, unless a full disk has rolled back everything already. */
  function rollBack(): void {
    if (connection.inTransaction) rollback.run()
  }

  /**
   * Runs writers without a savepoint for each, which would copy every page that they touch.
   * @returns undefined when all were rolled back because one of several failed after it had written
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

  /** Runs writers with a savepoint each, so that each can be rolled back separately. */
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
