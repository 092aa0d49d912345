import { newId } from '@typecase/contract/ids'
import type { Job } from '@typecase/contract/jobs'
import type { Selectable } from 'kysely'

import { JOB_LEASE_MS } from '../limits.ts'
import { type JobFailure, keepFailures } from '../bulk/failures.ts'
import type { Clock } from '../clock.ts'
import type { Reader } from '../database/database.ts'
import { engineOf, sessionOf } from '../database/session.ts'
import type { Write } from '../database/write-queue.ts'
import type { BucketAccess } from '../resources/buckets/bucket-access.ts'
import { jobColumns, type JobTable, toJob } from './job-table.ts'
import type { JobProgress, Lease, NewJob } from './job.ts'
import type { Busy } from './slots.ts'

/** Maximum number of projects examined per turn. */
const MAX_DUE = 100

/** Kinds whose titles name a target instead of a count: a file, a release. */
const KINDS_WITHOUT_COUNT = ['import', 'releases.publish']

/** Creates the store of the job queue. Every change of a running job checks its lease. */
export function createJobStore(clock: Clock) {
  /** The clock time for leases, in UNIX ms. */
  const nowIn = (db: Reader) => sessionOf(db).time(clock.now())
  const leaseFrom = (db: Reader) => sessionOf(db).time(clock.now() + JOB_LEASE_MS)

  /** Selects jobs that may start: they are due and without a valid lease, and no other job runs in their bucket. */
  function free(db: Reader) {
    const now = nowIn(db)
    return db
      .selectFrom('jobs as j')
      .where('j.status', 'in', ['queued', 'running'])
      .where('j.run_at', '<=', clock.now())
      .where((of) => of.or([of('j.lease_until', 'is', null), of('j.lease_until', '<=', now)]))
      .where((of) =>
        of.not(
          of.exists(
            of
              .selectFrom('jobs as other')
              .select('other.id')
              .whereRef('other.bucket_id', '=', 'j.bucket_id')
              .where('other.status', '=', 'running')
              .where('other.lease_until', '>', now),
          ),
        ),
      )
  }

  return {
    async add({ db }: Write, access: BucketAccess, job: NewJob): Promise<Job> {
      const row = await db
        .insertInto('jobs')
        .values({
          id: newId(clock.now()),
          bucket_id: access.bucketId,
          kind: job.kind,
          title: job.title,
          status: 'queued',
          payload: JSON.stringify(job.payload ?? null),
          total: job.total,
          run_at: clock.now(),
          created_by: access.userId,
          client: access.client,
          created_at: clock.iso(),
        })
        .returning(jobColumns)
        .executeTakeFirstOrThrow()
      return toJob(row)
    },

    /**
     * Frees the jobs of a server that died; the lock on the data folder proves that it did. On PostgreSQL other
     * processes may still run their jobs, so the jobs of a dead process wait until their leases expire. Also deletes
     * the inputs of finished jobs, which remain after a crash right after the end of a job.
     */
    async freeAll({ db }: Write): Promise<void> {
      await db
        .deleteFrom('job_inputs')
        .where('job_id', 'in', (eb) =>
          eb.selectFrom('jobs').select('id').where('finished_at', 'is not', null),
        )
        .execute()
      if (engineOf(db) === 'postgres') return
      await db
        .updateTable('jobs')
        .set({ status: 'queued', lease_token: null, lease_until: null })
        .where('status', '=', 'running')
        .execute()
    },

    async count(read: Reader): Promise<Record<'queued' | 'running', number>> {
      const rows = await read
        .selectFrom('jobs')
        .select(['status', (eb) => eb.fn.countAll<number>().as('total')])
        .where('status', 'in', ['queued', 'running'])
        .groupBy('status')
        .execute()
      const totalOf = (target: string) => rows.find(({ status }) => status === target)?.total ?? 0
      return { queued: totalOf('queued'), running: totalOf('running') }
    },

    async isCancelled(read: Reader, jobId: string): Promise<boolean> {
      const row = await read
        .selectFrom('jobs')
        .select('is_cancelled')
        .where('id', '=', jobId)
        .executeTakeFirst()
      return row?.is_cancelled === 1
    },

    /**
     * Returns the oldest free job of each project, oldest first; each bucket runs one job at a time.
     * @param networkKinds kinds of jobs that wait for other servers
     */
    dueJobs(
      read: Reader,
      { buckets, accounts, network }: Busy,
      networkKinds: readonly string[],
    ): Promise<{ id: string; projectId: string }[]> {
      const jobs = free(read)
        .innerJoin('buckets', 'buckets.id', 'j.bucket_id')
        .where('j.bucket_id', 'not in', buckets)
        .where((of) => of.or([of('created_by', 'is', null), of('created_by', 'not in', accounts)]))
        .where((of) =>
          of.or([
            of('j.kind', 'not in', networkKinds),
            ...(network === 'all' ? [] : [of('created_by', 'not in', network)]),
          ]),
        )
        .select(['j.id', 'j.run_at', 'buckets.project_id as projectId'])
        .select((of) =>
          of.fn
            .agg<number>('row_number')
            .over((rows) =>
              rows.partitionBy('buckets.project_id').orderBy('j.run_at').orderBy('j.id'),
            )
            .as('nth'),
        )
      return read
        .selectFrom(jobs.as('due'))
        .select(['id', 'projectId'])
        .where('nth', '=', 1)
        .orderBy('run_at')
        .orderBy('id')
        .limit(MAX_DUE)
        .execute()
    },

    /** Claims a job. @returns undefined if another process was faster or runs a job of the same bucket */
    async claim(
      { db }: Write,
      token: string,
      jobId: string,
    ): Promise<Selectable<JobTable> | undefined> {
      return db
        .updateTable('jobs')
        .set((eb) => ({
          status: 'running',
          lease_token: token,
          lease_until: leaseFrom(db),
          attempts: eb('attempts', '+', 1),
        }))
        .where(
          'id',
          '=',
          free(db).select('j.id').where('j.id', '=', jobId).forUpdate('j').skipLocked(),
        )
        .returningAll()
        .executeTakeFirst()
    },

    /** Renews a lease. @returns whether it is still valid */
    async renew({ db }: Write, { jobId, token }: Lease): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('jobs')
        .set({ lease_until: leaseFrom(db) })
        .where('id', '=', jobId)
        .where('lease_token', '=', token)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /**
     * Stores a run's progress. @returns the current job and whether it was cancelled, or undefined if the lease is lost
     */
    async advance(write: Write, { jobId, bucketId, token }: Lease, progress: JobProgress) {
      const { db } = write
      // The failures come first: a long write may pause while it stores many, and the job's own row must be in its last
      // chunk.
      await keepFailures(write, bucketId, jobId, progress.failures ?? [])
      const row = await db
        .updateTable('jobs')
        .set({
          ...(progress.cursor !== undefined && { cursor: JSON.stringify(progress.cursor) }),
          ...(progress.total !== undefined && { total: progress.total }),
          ...(progress.done !== undefined && { done: progress.done }),
          ...(progress.failed !== undefined && { failed: progress.failed }),
          ...(progress.errors && { errors: JSON.stringify(progress.errors) }),
          ...(progress.changeSetId !== undefined && { change_set_id: progress.changeSetId }),
          ...(progress.result !== undefined && { result: JSON.stringify(progress.result) }),
          lease_until: leaseFrom(db),
          attempts: 1,
        })
        .where('id', '=', jobId)
        .where('lease_token', '=', token)
        .returning([...jobColumns, 'is_cancelled'])
        .executeTakeFirst()
      return row && { job: toJob(row), isCancelled: row.is_cancelled === 1 }
    },

    /** Ends a job. @returns undefined if the lease is lost, in which case another run ends the job */
    async finish(
      { db }: Write,
      { jobId, token }: Lease,
      status: 'done' | 'failed' | 'cancelled',
      reason?: string,
    ): Promise<Job | undefined> {
      const errors = reason !== undefined && (await errorsWith(db, jobId, { reason }))
      const row = await db
        .updateTable('jobs')
        .set((eb) => ({
          status,
          finished_at: clock.iso(),
          lease_token: null,
          lease_until: null,
          ...(errors && { errors }),
          // The job's title has the requested count. Its change set counts the actual changes, which may be fewer.
          title: eb.fn.coalesce(
            eb
              .selectFrom('change_sets as made')
              .select('made.title')
              .whereRef('made.bucket_id', '=', 'jobs.bucket_id')
              .whereRef('made.id', '=', 'jobs.change_set_id')
              .where('jobs.kind', 'not in', KINDS_WITHOUT_COUNT),
            'jobs.title',
          ),
        }))
        .where('id', '=', jobId)
        .where('lease_token', '=', token)
        .returning(jobColumns)
        .executeTakeFirst()
      return row && toJob(row)
    },

    /** Returns a job to the queue as if it had not been claimed, because the server stops in an orderly way. */
    async giveBack({ db }: Write, { jobId, token }: Lease): Promise<void> {
      await db
        .updateTable('jobs')
        .set((eb) => ({
          status: 'queued',
          lease_token: null,
          lease_until: null,
          attempts: eb('attempts', '-', 1),
        }))
        .where('id', '=', jobId)
        .where('lease_token', '=', token)
        .execute()
    },

    /** Cancels a queued job immediately, and marks a running one. @returns undefined for a finished job */
    async cancel({ db }: Write, { bucketId }: BucketAccess, jobId: string) {
      const row = await db
        .updateTable('jobs')
        .set((eb) => {
          const isWaiting = () => eb.case().when('status', '=', 'queued')
          return {
            is_cancelled: 1,
            finished_at: isWaiting().then(clock.iso()).end(),
            status: isWaiting().then<Job['status']>('cancelled').else(eb.ref('status')).end(),
          }
        })
        .where('id', '=', jobId)
        .where('bucket_id', '=', bucketId)
        .where('status', 'in', ['queued', 'running'])
        .returning([...jobColumns, 'payload'])
        .executeTakeFirst()
      return row && { job: toJob(row), payload: JSON.parse(row.payload) as unknown }
    },
  }
}

/** Returns the errors of a job plus one more, as JSON. */
async function errorsWith(db: Reader, jobId: string, error: JobFailure): Promise<string> {
  const row = await db
    .selectFrom('jobs')
    .select('errors')
    .where('id', '=', jobId)
    .executeTakeFirst()
  // This store wrote the column.
  const failures = JSON.parse(row?.errors ?? '[]') as JobFailure[]
  return JSON.stringify([...failures, error])
}

export type JobStore = ReturnType<typeof createJobStore>
