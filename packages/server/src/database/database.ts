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
   * For reads through an index, such as a row or a page. SQLite runs them synchronously, so other requests wait. During
   * a long write on a bucket, a statement with the bucket's id among its values sees the state before the write.
   * Commits of another process to a SQLite file become visible with the next turn of the event loop (decision 0090).
   */
  readonly read: Reader
  /** Whether a long write blocks other writers of a bucket. */
  isHeld(bucket: { readonly bucketId: string }): boolean
  /**
   * Number of the state that reads see: while it is the same, all data is the same. Undefined if only a query could
   * find out, as on PostgreSQL, where other processes may write.
   */
  stateNumber(): number | undefined
  /** Runs work in a transaction. @param scope its isolation level */
  write<T>(work: Work<T>, scope: WriteScope): Promise<T>
  /**
   * Locks a bucket while `work` has a thread write to it on a separate connection (`ThreadDatabase.write`). Readers see
   * the state before the write, other writers of the bucket wait, and writers of other buckets run at each pause.
   * @param work its argument lets others write and waits for the next turn
   */
  withBucketLocked<T>(
    bucketId: string,
    work: (pause: () => Promise<void>) => Promise<T>,
  ): Promise<T>
  /**
   * Changes with each start that may have lost a commit which was not acknowledged but had been read already: versions
   * of buckets may then repeat earlier numbers.
   */
  readonly epoch: string
  /**
   * Multiplier for the number of objects that a job changes in one write. It is 1 on SQLite, where all writers and the
   * request thread wait for a chunk. On PostgreSQL only writers of the same bucket wait, and a commit costs more.
   */
  readonly bulkChunkMultiplier: number
  /** Number of unfinished writes of the previous server that were rolled back at the start. */
  readonly rolledBack: number
  /** Messages between processes that share the database. */
  readonly messages: Messages
  /**
   * Whether this process is the leader, which runs the scheduled work for all that share the database. If the leader
   * does not call this for fifteen seconds, another process takes over.
   */
  leads(): Promise<boolean>
  /** Whether the database responds, for the readiness probe. */
  ping(): Promise<boolean>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Whether to run alongside the server that holds the folder, and leave the schema and the log to it. */
  readonly isShared?: boolean
}
