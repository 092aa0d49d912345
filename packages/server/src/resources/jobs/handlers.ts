import { cancelJob, getJob, listJobFailures, listJobs } from '@typecase/contract/jobs'

import type { App } from '../../app.ts'
import { conflict, Failure, forbidden, notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { EXTENSION_JOB } from '../extensions/extension-caller.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { readFailures } from '../../bulk/failures.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { readJob, readJobs, slugOfJob } from './store.ts'

const PAGE_SIZE = 20

export function routes(app: App): Route[] {
  const { db } = app

  /** Opens the bucket of a job. @throws Failure `not_found`, the same for a missing job and another tenant's */
  async function openBucketOf(principal: UserPrincipal, jobId: string): Promise<BucketAccess> {
    const slug = await slugOfJob(db.read, jobId)
    if (slug === undefined) throw notFound('Job')
    return openBucket(db, principal, slug).catch((reason: unknown) => {
      throw reason instanceof Failure && reason.code === 'not_found' ? notFound('Job') : reason
    })
  }

  async function jobIn(access: BucketAccess, jobId: string) {
    const job = await readJob(db.read, access, jobId)
    if (!job) throw notFound('Job')
    return job
  }

  return [
    handle(getJob, async ({ principal, query }) => {
      const access = await openBucketOf(principal, query.job_id)
      const job = await jobIn(access, query.job_id)
      // An extension can follow only the jobs that it started.
      if (access.extension !== null && job.kind !== EXTENSION_JOB) throw notFound('Job')
      return { job }
    }),

    handle(listJobs, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      const { slug: _, limit = PAGE_SIZE, skip = 0, ...filter } = query
      return { ...(await readJobs(db.read, access, { ...filter, limit, skip })), limit, skip }
    }),

    handle(listJobFailures, async ({ principal, query }) => {
      const access = await openBucketOf(principal, query.job_id)
      const { errors } = await jobIn(access, query.job_id)
      const { limit = PAGE_SIZE, skip = 0 } = query
      const page = await readFailures(db.read, access, query.job_id, { limit, skip })
      if (page.total > 0) return { ...page, limit, skip }
      // Jobs that do not process objects have only the errors in their row.
      const failures = errors.slice(skip, skip + limit)
      return { failures, total: errors.length, limit, skip }
    }),

    handle(cancelJob, async ({ principal, body }) => {
      const access = await openBucketOf(principal, body.job_id)
      const existing = await jobIn(access, body.job_id)
      if (existing.created_by !== principal.userId && !access.can('bucket:settings')) {
        throw forbidden(
          'Only the person who started this job or an admin of the bucket can cancel it.',
        )
      }
      app.jobs.interrupt(body.job_id)
      const cancelled = await db.write(
        (write) => app.jobs.cancel(write, access, body.job_id),
        'read committed',
      )
      const job = cancelled ?? (await jobIn(access, body.job_id))
      if (!cancelled && job.status !== 'cancelled') {
        throw conflict(`This job has already ended: it is ${job.status}.`)
      }
      return { job }
    }),
  ]
}
