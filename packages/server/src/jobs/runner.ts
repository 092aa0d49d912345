import type { Job } from '@typecase/contract/jobs'
import type { Selectable } from 'kysely'

import type { App } from '../app.ts'
import type { Write } from '../database/write-queue.ts'
import type { BucketAccess } from '../resources/buckets/bucket-access.ts'
import { newToken } from '../secrets/tokens.ts'
import type { JobFailure } from '../bulk/failures.ts'
import { Cancelled, type JobKind, runJob, Stopping } from './job-run.ts'
import { createJobStore, type JobStore, type Lease } from './job-store.ts'
import type { JobTable } from './job-table.ts'
import { createSlots } from './slots.ts'

export interface NewJob {
  kind: string
  /** For the tray: `Publish 1,284 objects`. */
  title: string
  payload: unknown
  total: number
}

/** Work that outlives its call. See `docs/architecture.md`, "Jobs". */
export interface JobRunner {
  /** Puts a job into the queue, within a write. It runs once the write is durable. */
  enqueue(write: Write, access: BucketAccess, job: NewJob): Promise<Job>
  /**
   * Cancels a job: at once while it waits, after its chunk while it runs.
   * @returns the job as it is now, or nothing when it is over already or not of this bucket
   */
  cancel(write: Write, access: BucketAccess, jobId: string): Promise<Job | undefined>
  /**
   * Tells a run to stop before its cancel is written: one that holds the right to write, as an import does for its
   * transaction, would keep the cancel waiting until there is nothing left to stop.
   */
  interrupt(jobId: string): void
  /**
   * Registers how jobs of a kind are run.
   * @param ended called when a job of the kind is over in whatever way, also one that never ran
   */
  register(kind: string, run: JobHandler, ended?: JobEnded, options?: KindOptions): void
  /** How many jobs there are of those that are not over. */
  count(): Promise<Record<'queued' | 'running', number>>
  start(app: App): void
  /** Finishes the running chunk, gives leases back and stops. */
  stop(): Promise<void>
}

export interface KindOptions {
  /** Jobs of the kind call `withoutSlot`. */
  readonly waitsForNetwork?: boolean
}

/** What a running job works with. */
export interface JobContext {
  readonly app: App
  readonly access: BucketAccess
  /** The job as of its last progress. */
  readonly job: Job
  readonly payload: unknown
  /** Where the job left off, if it was interrupted. */
  readonly cursor: unknown
  /** The claim on the job, for work that stores its own progress on another connection. */
  readonly lease: Lease
  /** Aborted when someone cancels the job or the server stops. */
  readonly signal: AbortSignal
  /**
   * Stores progress and the place to go on from, in the same write as the chunk's own changes.
   * Each value replaces the one stored before, but for `failures`; those left out stay.
   * @throws when the job is no longer this run's, which takes back the chunk
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
  /** Those of this chunk: added to the ones kept before, however many there are. */
  failures?: readonly JobFailure[]
  changeSetId?: string
  result?: unknown
}

/**
 * Runs a job to its end, chunk by chunk. Throwing a Failure fails the job with its words; any other error is
 * logged and reported as the server's fault. When `signal` is aborted it stops after its chunk, by returning or with
 * `signal.throwIfAborted()`; a job that the server's stop interrupted goes on from its cursor at the next start.
 */
export type JobHandler = (context: JobContext) => Promise<void>

/** Clears up after a job that is over. */
export type JobEnded = (app: App, job: Job, payload: unknown) => Promise<void>

const POLL_MS = 1000
/** Turns that are remembered: a project whose last one is longer ago is as good as one that never had one. */
const MOST_TURNS = 200

interface Run {
  readonly controller: AbortController
  readonly over: Promise<void>
}

/** A queue in the database: jobs survive a crash and run one a bucket at a time, projects in turn. */
export function createJobRunner(): JobRunner {
  const kinds = new Map<string, JobKind>()
  const runs = new Map<string, Run>()
  const slots = createSlots(() => {
    if (!stopping.signal.aborted) wake()
  })
  /** Projects that had a turn, the last one at the end. */
  const turns = new Set<string>()
  let started: { app: App; store: JobStore; poll: NodeJS.Timeout } | undefined
  let claiming: Promise<void> | undefined
  let isAsked = false
  const stopping = new AbortController()

  function running() {
    if (!started) throw new Error('The job runner has not been started.')
    return started
  }

  function wake(): void {
    isAsked = true
    claiming ??= claimWhileAsked()
  }

  /** A wake-up that comes while claims are being made is not lost. */
  async function claimWhileAsked(): Promise<void> {
    while (isAsked) {
      isAsked = false
      await claimAll()
    }
    claiming = undefined
  }

  async function claimAll(): Promise<void> {
    const { app, store } = running()
    try {
      while (!stopping.signal.aborted && slots.hasRoom() && (await claimNext(app, store)));
    } catch (reason) {
      app.log.error({ err: reason }, 'claiming jobs failed')
    }
  }

  /** Begins the job of the project that has waited longest for a turn. @returns whether there was one */
  async function claimNext(app: App, store: JobStore): Promise<boolean> {
    const networkKinds = [...kinds].flatMap(([kind, { waits }]) => (waits ? [kind] : []))
    const due = await store.due(app.db.read, slots.busy(), networkKinds)
    const order = [...turns]
    const lastTurn = ({ projectId }: { projectId: string }) => order.indexOf(projectId)
    for (const { id, projectId } of due.toSorted((a, b) => lastTurn(a) - lastTurn(b))) {
      const token = newToken()
      const row = await app.db.write((write) => store.claim(write, token, id))
      if (!row) continue
      turns.delete(projectId)
      turns.add(projectId)
      const [first = ''] = turns
      if (turns.size > MOST_TURNS) turns.delete(first)
      launch(row, { jobId: row.id, bucketId: row.bucket_id, token })
      return true
    }
    return false
  }

  function launch(row: Selectable<JobTable>, lease: Lease): void {
    const controller = new AbortController()
    const { app, store } = running()
    const { signal } = controller
    const kind = kinds.get(row.kind)
    const slot = slots.hold({
      bucketId: row.bucket_id,
      account: row.created_by,
      usesNetwork: kind?.waits ?? false,
      signal,
    })
    const withoutSlot = slot.without
    const over = runJob({ app, store, kind, row, lease, controller, withoutSlot })
      .catch((reason: unknown) => app.log.error({ err: reason }, 'job could not be ended'))
      .finally(() => {
        runs.delete(row.id)
        slot.release()
      })
    runs.set(row.id, { controller, over })
  }

  return {
    async enqueue(write, access, job) {
      const added = await running().store.add(write, access, job)
      write.afterCommit(() => {
        running().app.events.publish(access.bucketId, { kind: 'job', job: added })
        wake()
      })
      return added
    },

    async cancel(write, access, jobId) {
      const { app, store } = running()
      const cancelled = await store.cancel(write, access, jobId)
      if (!cancelled) return undefined
      const { job, payload } = cancelled
      write.afterCommit(() => {
        runs.get(jobId)?.controller.abort(new Cancelled())
        if (job.status !== 'cancelled') return
        app.events.publish(access.bucketId, { kind: 'job', job })
        kinds
          .get(job.kind)
          ?.ended?.(app, job, payload)
          .catch((reason: unknown) => app.log.error({ err: reason }, 'clearing after a job failed'))
      })
      return job
    },

    interrupt(jobId) {
      runs.get(jobId)?.controller.abort(new Cancelled())
    },

    register(kind, run, ended, { waitsForNetwork: waits = false } = {}) {
      kinds.set(kind, { run, ended, waits })
    },

    count: () => running().store.count(running().app.db.read),

    start(app) {
      const store = createJobStore(app.clock)
      const poll = setInterval(wake, POLL_MS).unref()
      started = { app, store, poll }
      claiming = app.db
        .write((write) => store.freeAll(write))
        .catch((reason: unknown) => app.log.error({ err: reason }, 'jobs could not be freed'))
        .finally(() => {
          claiming = undefined
          wake()
        })
    },

    async stop() {
      if (!started) return
      stopping.abort()
      clearInterval(started.poll)
      for (const { controller } of runs.values()) controller.abort(new Stopping())
      await claiming
      for (const { controller, over } of runs.values()) {
        controller.abort(new Stopping())
        await over
      }
    },
  }
}
