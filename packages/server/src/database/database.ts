import type { Kysely } from 'kysely'

import type { Messages } from './messages.ts'
import type { Tables } from './tables.ts'
import type { Work, WriteScope } from './write-queue.ts'

export type Reader = Kysely<Tables>

/**
 * The database, SQLite or PostgreSQL. Reads see the last commit and never wait for a writer. A write is isolated,
 * durable when its promise settles, and rolled back when it throws.
 */
export interface Database {
  /**
   * For reads through an index: a row, a page. SQLite runs them synchronously, so other requests wait. During a long
   * write, a statement that names a bucket by its id sees the state before it. Commits of another process to a SQLite
   * file are visible from the next turn of the event loop on (decision 0090).
   */
  readonly read: Reader
  /** Whether a long write keeps other writers of a bucket waiting. */
  isHeld(bucket: { readonly bucketId: string }): boolean
  /**
   * Number of the state that reads see: while it stays the same, so does all data read. Undefined where only a
   * statement could tell, as on PostgreSQL, which other processes write to.
   */
  stateNumber(): number | undefined
  /** Runs work in a transaction. @param scope its isolation */
  write<T>(work: Work<T>, scope: WriteScope): Promise<T>
  /**
   * Holds a bucket while `work` has a thread write to it, on a separate connection (`ThreadDatabase.write`): readers
   * see the state before it, its other writers wait, and those of other buckets run at each pause.
   * @param work its argument lets others write, and waits for the next turn
   */
  withBucketLocked<T>(
    bucketId: string,
    work: (pause: () => Promise<void>) => Promise<T>,
  ): Promise<T>
  /**
   * Differs after a start that may have lost an unacknowledged commit which someone has read: a bucket's version then
   * repeats earlier numbers.
   */
  readonly epoch: string
  /**
   * Factor for the objects that a job changes in one write, relative to SQLite. On SQLite all writers and the request
   * thread wait for a chunk, on PostgreSQL only the writers of one bucket, while each commit costs more.
   */
  readonly bulkChunkMultiplier: number
  /** Number of unfinished writes of a previous server that were rolled back at the start. */
  readonly rolledBack: number
  /** Messages between processes that share the database. */
  readonly messages: Messages
  /**
   * Whether this process is the leader, which runs timed work for all that share the database. Another process takes
   * over from a leader that does not ask for fifteen seconds.
   */
  leads(): Promise<boolean>
  /** Whether it answers, for the readiness probe. */
  ping(): Promise<boolean>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Runs alongside the server that holds the folder and leaves the schema and the log to it. */
  readonly isShared?: boolean
}
