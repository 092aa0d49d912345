import type { Job } from '@typecase/contract/jobs'
import type { Grant } from '@typecase/contract/roles'

import type { App } from '../../app.ts'
import { SHOWN_FAILURES } from '../../bulk/failures.ts'
import type { Write } from '../../database/write-queue.ts'
import { conflict } from '../../http/failure.ts'
import type { JobContext } from '../../jobs/runner.ts'
import { type BucketAccess, openBucketForJob, withGrant } from '../buckets/bucket-access.ts'
import { bucketChanged } from '../buckets/bucket-changed.ts'
import { inOneWrite } from '../object-types/migrate/migrate-job.ts'
import { loadUniqueValues } from '../objects/queries/unique-holders.ts'
import { publicationTitle, publishAll, ReleaseRefused } from './publish.ts'
import { changeRelease, findRelease, type StoredRelease } from './store.ts'

const KIND = 'releases.publish'

interface Payload {
  release_id: string
  /** The requester's grant, which limits the permissions of the job. */
  grant: Grant
}

export function registerReleaseJobs(app: App): void {
  app.jobs.register(KIND, runPublication, (_app, { id }) => settleJob(app, id))
}

/** Enqueues the publication of a release, within the write that checked it. */
export async function enqueuePublication(
  app: App,
  write: Write,
  access: BucketAccess,
  release: StoredRelease,
  title = publicationTitle(release),
): Promise<Job> {
  const payload: Payload = { release_id: release.id, grant: access.grant }
  const job = await app.jobs.enqueue(write, access, {
    kind: KIND,
    title,
    payload,
    total: release.count,
  })
  const change = { publish_at: null, failure: null, job_id: job.id }
  await changeRelease(app.clock, write.db, access, release.id, change)
  await bucketChanged(app, write, access)
  return job
}

async function runPublication(context: JobContext): Promise<void> {
  const { app, job, payload, access: jobAccess } = context
  // Only `enqueuePublication` creates this payload, so the cast is safe.
  const { release_id, grant } = payload as Payload
  const access = withGrant(jobAccess, grant)
  await loadUniqueValues(app, access)
  try {
    await inOneWrite(context, async (write, watching) => {
      const release = await findRelease(write.db, access, release_id)
      if (release?.job_id !== job.id) throw conflict('The release is no longer to be published.')
      return publishAll(app, write, access, release, job.id, watching)
    })
  } catch (reason) {
    if (reason instanceof ReleaseRefused) {
      await app.db.write(async (write) => {
        const { problems: failures, message: failure } = reason
        const summary = { failures, errors: failures.slice(0, SHOWN_FAILURES) }
        await context.advance(write, { failed: failures.length, ...summary })
        await changeRelease(app.clock, write.db, access, release_id, { job_id: null, failure })
        await bucketChanged(app, write, access)
      }, access)
    }
    throw reason
  }
}

/** Updates a release after its publication failed or was cancelled. */
async function settleJob(app: App, jobId: string): Promise<void> {
  const release = await app.db.read
    .selectFrom('releases')
    .innerJoin('buckets', 'buckets.id', 'releases.bucket_id')
    .select(['releases.bucket_id', 'buckets.slug'])
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  if (!release) return
  const access = openBucketForJob(release.bucket_id, release.slug, null)
  await app.db.write(async (write) => {
    const row = await write.db
      .selectFrom('releases')
      .leftJoin('jobs', 'jobs.id', 'releases.job_id')
      .select(['releases.id', 'jobs.status', 'jobs.errors'])
      .where('releases.bucket_id', '=', access.bucketId)
      .where('job_id', '=', jobId)
      .executeTakeFirst()
    if (!row || row.status === 'queued' || row.status === 'running') return
    // The reason for the whole job comes after those for single objects.
    const errors = JSON.parse(row.errors ?? '[]') as Job['errors']
    const failure = row.status === 'failed' ? (errors.at(-1)?.reason ?? null) : null
    await changeRelease(app.clock, write.db, access, row.id, { job_id: null, failure })
    await bucketChanged(app, write, access)
  }, access)
}

/**
 * Enqueues the publication of releases that are due. The write that enqueues the job checks the time again and clears
 * it, so that each release is published once despite several processes.
 * @returns the number of releases
 */
export async function publishDueReleases(app: App): Promise<number> {
  const { db, clock } = app
  const due = await db.read
    .selectFrom('releases')
    .innerJoin('buckets', 'buckets.id', 'releases.bucket_id')
    .select(['releases.id', 'bucket_id', 'slug', 'publish_at', 'job_id'])
    .where((eb) => eb.or([eb('publish_at', '<=', clock.now()), eb('job_id', 'is not', null)]))
    .execute()
  let count = 0
  for (const { id, bucket_id: bucketId, slug, job_id } of due) {
    // The release starts after the long write, so that releases of other buckets need not wait.
    if (db.isHeld({ bucketId })) continue
    // A process crashed between the end of a job and its follow-up.
    if (job_id !== null) {
      if (await isOver(app, job_id)) await settleJob(app, job_id)
      continue
    }
    const access = openBucketForJob(bucketId, slug, null)
    const enqueue = async (write: Write) => {
      const release = await findRelease(write.db, access, id)
      if (!release || release.publish_at === null || release.job_id !== null) return
      if (release.publish_at > clock.now()) return
      const title = `${publicationTitle(release)} as planned`
      await enqueuePublication(app, write, access, release, title)
      count += 1
    }
    await db.write(enqueue, { bucketId })
  }
  return count
}

async function isOver({ db }: App, jobId: string): Promise<boolean> {
  const row = await db.read
    .selectFrom('jobs')
    .select('status')
    .where('id', '=', jobId)
    .executeTakeFirst()
  return row?.status !== 'queued' && row?.status !== 'running'
}
