import type { Kysely } from 'kysely'

import type { Messages } from './messages.ts'
import type { Tables } from './tables.ts'
import type { Work, WriteScope } from './write-queue.ts'

export type Reader = Kysely<Tables>

/**
 * The database, SQLite or PostgreSQL. Reads see the last commit and never wait for a writer. A write comes out as if it ran
 * alone, is durable when its promise settles, and undoes itself when it throws.
 */
export interface Database {
  /**
   * For what an index leads to: a row, a page. SQLite answers it at once, and no one else meanwhile. A statement that names
   * a bucket by its id sees it as it was before a long write that is going on. What another process commits to a SQLite file
   * is seen from the next turn of the event loop on (decision 0090).
   */
  readonly read: Reader
  /** Whether a long write keeps other writers of a bucket waiting. */
  isHeld(bucket: { readonly bucketId: string }): boolean
  /**
   * What reads see now: while it stays the same, so does all that is read. Undefined where only a statement could tell, as on
   * PostgreSQL, which other processes write to.
   */
  stateNumber(): number | undefined
  /** Runs work in a transaction. @param scope what it has to be kept apart from */
  write<T>(work: Work<T>, scope: WriteScope): Promise<T>
  /**
   * Holds a bucket while `work` has a thread write to it, on a connection of its own (`ThreadDatabase.write`): readers see it
   * as it was, its other writers wait, and those of other buckets come in at each pause.
   * @param work what it is given lets others write, and waits for its turn
   */
  withBucketLocked<T>(
    bucketId: string,
    work: (pause: () => Promise<void>) => Promise<T>,
  ): Promise<T>
  /**
   * Differs after a start that may have lost a commit which someone has read, though it was not acknowledged yet: a bucket's
   * version then counts again what it has counted before.
   */
  readonly epoch: string
  /**
   * How many times as many objects as on SQLite a job changes in one write. There all writers and the thread of all requests
   * wait for a chunk, on PostgreSQL the writers of one bucket alone, while each commit costs more.
   */
  readonly bulkChunkMultiplier: number
  /** How many writes that a server left unfinished were taken back when this one opened. */
  readonly rolledBack: number
  /** What processes that share the database tell each other. */
  readonly messages: Messages
  /**
   * Whether this process is the one of all that share the database that does what is to be done at a time. Asked again and
   * again: another one takes over where it does not ask for fifteen seconds.
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
