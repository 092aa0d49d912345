import type { Job } from '@typecase/contract/jobs'

import type { JobFailure } from '../bulk/failures.ts'
import type { Write } from '../database/write-queue.ts'
import type { BucketAccess } from '../resources/buckets/bucket-access.ts'

/** A claim on a job: a run whose token is outdated can no longer write to the job. */
export interface Lease {
  readonly jobId: string
  readonly bucketId: string
  readonly token: string
}

export interface NewJob {
  kind: string
  /** The title in the tray, such as `Publish 1,284 objects`. */
  title: string
  payload: unknown
  total: number
}

/** Runs work that outlives its request. See `docs/architecture.md`, "Jobs". */
export interface JobRunner<App> {
  /** Adds a job to the queue within a write. The job runs once the write is durable. */
  enqueue(write: Write, access: BucketAccess, job: NewJob): Promise<Job>
  /**
   * Cancels a job: immediately if it is queued, after its current chunk if it is running.
   * @returns the current job, or undefined if it has finished or belongs to another bucket
   */
  cancel(write: Write, access: BucketAccess, jobId: string): Promise<Job | undefined>
  /**
   * Signals a run to stop before the cancellation is written. A run that holds the write lock, such as an import during
   * its transaction, would otherwise block that write until there is nothing left to stop.
   */
  interrupt(jobId: string): void
  /**
   * Registers the handler for a kind of job.
   * @param ended called when a job of this kind ends, including one that never ran
   */
  register(kind: string, run: JobHandler<App>, ended?: JobEnded<App>, options?: KindOptions): void
  /** Counts unfinished jobs by status. */
  count(): Promise<Record<'queued' | 'running', number>>
  start(app: App): void
  /** Finishes the running chunks, gives the leases back and stops. */
  stop(): Promise<void>
}

export interface KindOptions {
  /** Whether jobs of this kind call `withoutSlot`. */
  readonly waitsForNetwork?: boolean
}

/** The context of a running job. */
export interface JobContext<App> {
  readonly app: App
  readonly access: BucketAccess
  /** The job as of its last stored progress. */
  readonly job: Job
  readonly payload: unknown
  /** The position at which an interrupted job continues. */
  readonly cursor: unknown
  /** The claim on the job, for work that stores its own progress on another connection. */
  readonly lease: Lease
  /** Aborted when someone cancels the job or the server stops. */
  readonly signal: AbortSignal
  /**
   * Stores progress and the cursor in the same write as the chunk's own changes. Each value replaces the stored one,
   * except for `failures`, which are added; omitted values stay unchanged.
   * @throws when another run has taken over the job, which rolls back the chunk
   */
  readonly advance: (write: Write, progress: JobProgress) => Promise<void>
  /** Waits for another server and releases the job's slot to other jobs meanwhile; one wait at a time. */
  readonly withoutSlot: <T>(wait: () => Promise<T>) => Promise<T>
}

export interface JobProgress {
  cursor?: unknown
  total?: number
  done?: number
  failed?: number
  errors?: Job['errors']
  /** The failures of this chunk, which are added to the earlier ones without a limit. */
  failures?: readonly JobFailure[]
  changeSetId?: string
  result?: unknown
}

/**
 * Runs a job to its end, chunk by chunk. A thrown Failure fails the job with its message; any other error is logged and
 * reported as a server error. When `signal` is aborted, the handler stops after its chunk, by returning or with
 * `signal.throwIfAborted()`. A job that a server stop interrupted continues from its cursor at the next start.
 */
export type JobHandler<App> = (context: JobContext<App>) => Promise<void>

/** Cleans up after a finished job. */
export type JobEnded<App> = (app: App, job: Job, payload: unknown) => Promise<void>
