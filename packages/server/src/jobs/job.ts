import type { Job } from '@typecase/contract/jobs'

import type { JobFailure } from '../bulk/failures.ts'
import type { Write } from '../database/write-queue.ts'
import type { BucketAccess } from '../resources/buckets/bucket-access.ts'

/** A claim on a job: a run with another token can no longer write to it. */
export interface Lease {
  readonly jobId: string
  readonly bucketId: string
  readonly token: string
}

export interface NewJob {
  kind: string
  /** For the tray: `Publish 1,284 objects`. */
  title: string
  payload: unknown
  total: number
}

/** Work that outlives its call. See `docs/architecture.md`, "Jobs". */
export interface JobRunner<App> {
  /** Puts a job into the queue, within a write. It runs once the write is durable. */
  enqueue(write: Write, access: BucketAccess, job: NewJob): Promise<Job>
  /**
   * Cancels a job: immediately while it waits, after its current chunk while it runs.
   * @returns the current job, or undefined for a finished one or one of another bucket
   */
  cancel(write: Write, access: BucketAccess, jobId: string): Promise<Job | undefined>
  /**
   * Tells a run to stop before its cancel is written: one that holds the right to write, as an import does for its
   * transaction, would keep the cancel waiting until there is nothing left to stop.
   */
  interrupt(jobId: string): void
  /**
   * Registers how jobs of a kind are run.
   * @param ended called when a job of this kind ends, including one that never ran
   */
  register(kind: string, run: JobHandler<App>, ended?: JobEnded<App>, options?: KindOptions): void
  /** Numbers of unfinished jobs. */
  count(): Promise<Record<'queued' | 'running', number>>
  start(app: App): void
  /** Finishes the running chunk, gives leases back and stops. */
  stop(): Promise<void>
}

export interface KindOptions {
  /** Jobs of the kind call `withoutSlot`. */
  readonly waitsForNetwork?: boolean
}

/** The context of a running job. */
export interface JobContext<App> {
  readonly app: App
  readonly access: BucketAccess
  /** The job as of its last progress. */
  readonly job: Job
  readonly payload: unknown
  /** The position of an interrupted job. */
  readonly cursor: unknown
  /** The claim on the job, for work that stores its own progress on another connection. */
  readonly lease: Lease
  /** Aborted when someone cancels the job or the server stops. */
  readonly signal: AbortSignal
  /**
   * Stores progress and the cursor, in the same write as the chunk's own changes. Each value replaces the stored one,
   * except for `failures`; omitted ones stay.
   * @throws when the job is no longer this run's, which rolls back the chunk
   */
  readonly advance: (write: Write, progress: JobProgress) => Promise<void>
  /** Waits for another server while other jobs have the slot of this one; one wait at a time. */
  readonly withoutSlot: <T>(wait: () => Promise<T>) => Promise<T>
}

export interface JobProgress {
  cursor?: unknown
  total?: number
  done?: number
  failed?: number
  errors?: Job['errors']
  /** Failures of this chunk: added to the earlier ones, up to any number. */
  failures?: readonly JobFailure[]
  changeSetId?: string
  result?: unknown
}

/**
 * Runs a job to its end, chunk by chunk. Throwing a Failure fails the job with its words; any other error is logged and
 * reported as the server's fault. When `signal` is aborted it stops after its chunk, by returning or with
 * `signal.throwIfAborted()`; a job that the server's stop interrupted continues from its cursor at the next start.
 */
export type JobHandler<App> = (context: JobContext<App>) => Promise<void>

/** Clears up after a finished job. */
export type JobEnded<App> = (app: App, job: Job, payload: unknown) => Promise<void>
