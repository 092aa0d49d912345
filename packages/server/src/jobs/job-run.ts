import type { Job } from '@typecase/contract/jobs'
import type { Selectable } from 'kysely'

import { JOB_LEASE_MS, MAX_JOB_ATTEMPTS } from '../limits.ts'
import type { App } from '../app.ts'
import { Failure } from '../http/failure.ts'
import { openBucketForJob } from '../resources/buckets/bucket-access.ts'
import { DISK_FULL, isDiskFull } from '../storage/disk-full.ts'
import type { JobContext, JobEnded, JobHandler, Lease } from './job.ts'
import type { JobStore } from './job-store.ts'
import { type JobTable, toJob } from './job-table.ts'
import { createProgressEvents } from './progress-events.ts'

/** The reasons to abort a run. */
export class Stopping extends Error {}
export class JobCancelled extends Error {}
class LeaseLost extends Error {}

export interface JobKind {
  run: JobHandler<App>
  ended: JobEnded<App> | undefined
  /** Whether jobs of this kind wait for other servers. */
  waits: boolean
}

interface JobRun {
  readonly app: App
  readonly store: JobStore
  /** The job's kind; undefined if this version does not know it. */
  readonly kind: JobKind | undefined
  readonly row: Selectable<JobTable>
  readonly lease: Lease
  readonly controller: AbortController
  readonly withoutSlot: JobContext<App>['withoutSlot']
}

/** Runs a claimed job and stores its outcome. */
export async function runJob(work: JobRun): Promise<void> {
  const { app, row, lease, controller, store } = work
  const events = createProgressEvents((job) =>
    app.events.publish(row.bucket_id, { kind: 'job', job }),
  )
  // A cancellation between the claim and this point could not reach the run.
  if (await store.isCancelled(app.db.read, row.id)) controller.abort(new JobCancelled())

  const payload: unknown = JSON.parse(row.payload)
  let job = toJob(row)
  events.progress(job)
  const stopRenewing = renewLease(work)
  let failure: unknown
  try {
    controller.signal.throwIfAborted()
    const context: JobContext<App> = {
      app,
      access: openBucketForJob(
        row.bucket_id,
        await slugOf(app, row.bucket_id),
        row.created_by,
        undefined,
        row.client,
      ),
      get job() {
        return job
      },
      payload,
      cursor: row.cursor === null ? undefined : (JSON.parse(row.cursor) as unknown),
      lease,
      signal: controller.signal,
      withoutSlot: work.withoutSlot,
      advance: async (write, progress) => {
        const state = await store.advance(write, lease, progress)
        if (!state) throw new LeaseLost('Another run of this job has started.')
        write.afterCommit(() => {
          job = state.job
          if (state.isCancelled) controller.abort(new JobCancelled())
          events.progress(job)
        })
      },
    }
    await handlerOf(work)(context)
  } catch (reason) {
    failure = reason
  } finally {
    stopRenewing()
  }
  const ended = await storeEnd(work, job, failure)
  if (!ended) return
  events.end(ended)
  await work.kind?.ended?.(app, ended, payload)
}

/** Stores the outcome of a run. @returns the finished job, or undefined if it continues later or in another process */
async function storeEnd(
  { app, store, row, lease, controller }: JobRun,
  job: Job,
  failure: unknown,
): Promise<Job | undefined> {
  const { reason } = controller.signal as { reason: unknown }
  // A handler that returns early because of an abort looks like one that completed; the count tells them apart.
  const isThrough = failure === undefined && (reason === undefined || isAllDone(job))
  // If the database restarts, the job later continues from its last chunk.
  const isAway = failure instanceof Failure && failure.code === 'unavailable'
  if (isAway || (!isThrough && reason instanceof Stopping)) {
    await app.db.write((write) => store.giveBack(write, lease), 'read committed')
    return undefined
  }
  if (!isThrough && reason instanceof JobCancelled) {
    return app.db.write((write) => store.finish(write, lease, 'cancelled'), 'read committed')
  }
  if (isThrough)
    return app.db.write((write) => store.finish(write, lease, 'done'), 'read committed')
  if (failure instanceof Failure)
    app.log.info({ job: row.id, reason: failure.message }, 'job failed')
  else app.log.error({ job: row.id, err: failure }, 'job failed')
  return app.db.write(
    (write) => store.finish(write, lease, 'failed', messageOf(failure)),
    'read committed',
  )
}

const isAllDone = ({ total, done, failed }: Job) => total > 0 && done + failed >= total

/** Renews a run's lease regularly, and aborts a run that lost it. @returns a function that stops renewing */
function renewLease({ app, store, lease, controller }: JobRun): () => void {
  const timer = setInterval(() => {
    app.db
      .write((write) => store.renew(write, lease), 'read committed')
      .then((holds) => holds || controller.abort(new LeaseLost()))
      .catch((reason: unknown) => app.log.error({ err: reason }, 'lease not renewed'))
  }, JOB_LEASE_MS / 3).unref()
  return () => clearInterval(timer)
}

/** Returns the handler of a job. @throws Failure when the job cannot be run */
function handlerOf({ kind, row }: JobRun): JobHandler<App> {
  if (!kind) {
    throw new Failure(
      'internal',
      `This version of the server does not know jobs of kind ${row.kind}.`,
    )
  }
  if (row.attempts > MAX_JOB_ATTEMPTS) {
    throw new Failure(
      'internal',
      `The server stopped ${MAX_JOB_ATTEMPTS} times while it ran this job, so the job was given up.`,
    )
  }
  return kind.run
}

async function slugOf({ db }: App, bucketId: string): Promise<string> {
  const row = await db.read
    .selectFrom('buckets')
    .select('slug')
    .where('id', '=', bucketId)
    .executeTakeFirst()
  if (!row) throw new Failure('not_found', 'The bucket was deleted.')
  return row.slug
}

function messageOf(failure: unknown): string {
  if (failure instanceof Failure) return failure.message
  if (isDiskFull(failure)) return DISK_FULL
  return 'Something went wrong on the server.'
}
