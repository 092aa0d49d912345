import type Sqlite from 'better-sqlite3'
import type { Kysely } from 'kysely'

import type { Tables } from './tables.ts'

export interface Write {
  readonly db: Kysely<Tables>
  /** Runs once the write is durable: caches, events, mails. Never when it was undone. */
  readonly afterCommit: (effect: () => void) => void
}

/** A unit of work. It may only wait for `db`: anything slower would hold up every other writer. */
export type Work<T> = (write: Write) => Promise<T>

interface Waiting {
  run(): Promise<() => void>
  fail(reason: unknown): void
}

/** Work that writes on a connection of its own, while the queue stands still. */
interface Lending {
  lend(): Promise<void>
}

/** Writes that share a commit at most; bounds how long the first one waits for the last. */
const GROUP = 64

/**
 * Runs writers one after the other. Those that wait at the same moment share one commit, each within its own
 * savepoint: the disk is synced once for all of them, and one that throws takes back only its own changes.
 */
export function createWriteQueue(connection: Sqlite.Database, db: Kysely<Tables>) {
  const waiting: (Waiting | Lending)[] = []
  const begin = connection.prepare('BEGIN IMMEDIATE')
  const commit = connection.prepare('COMMIT')
  const savepoint = connection.prepare('SAVEPOINT work')
  const release = connection.prepare('RELEASE work')
  let isDraining = false

  function write<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      waiting.push({
        async run() {
          const effects: (() => void)[] = []
          savepoint.run()
          try {
            const result = await work({ db, afterCommit: (effect) => void effects.push(effect) })
            release.run()
            return () => {
              for (const effect of effects) effect()
              resolve(result)
            }
          } catch (reason) {
            connection.exec('ROLLBACK TO work; RELEASE work')
            return () => reject(reason)
          }
        },
        fail: reject,
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

  /** Those that wait at the front, up to one that needs the queue to stand still. */
  function nextGroup(): Waiting[] {
    const group: Waiting[] = []
    for (const writer of waiting) {
      if ('lend' in writer || group.length === GROUP) break
      group.push(writer)
    }
    waiting.splice(0, group.length)
    return group
  }

  async function commitGroup(group: Waiting[]): Promise<void> {
    const settle: (() => void)[] = []
    try {
      begin.run()
      for (const writer of group) settle.push(await writer.run())
      commit.run()
    } catch (reason) {
      if (connection.inTransaction) connection.exec('ROLLBACK')
      for (const writer of group) writer.fail(reason)
      return
    }
    for (const done of settle) done()
  }

  return { write, lend }
}
