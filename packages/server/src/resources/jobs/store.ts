import type { Job } from '@typecase/contract/jobs'

import type { Reader } from '../../database/database.ts'
import { jobColumns, toJob } from '../../jobs/job-table.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'

/** The slug of the bucket that a job works in; says nothing about who may see it. */
export async function slugOfJob(read: Reader, jobId: string): Promise<string | undefined> {
  const row = await read
    .selectFrom('jobs')
    .innerJoin('buckets', 'buckets.id', 'jobs.bucket_id')
    .select('buckets.slug')
    .where('jobs.id', '=', jobId)
    .executeTakeFirst()
  return row?.slug
}

export async function readJob(
  read: Reader,
  { bucketId }: BucketAccess,
  jobId: string,
): Promise<Job | undefined> {
  const row = await read
    .selectFrom('jobs')
    .select(jobColumns)
    .where('id', '=', jobId)
    .where('bucket_id', '=', bucketId)
    .executeTakeFirst()
  return row && toJob(row)
}

/** A page of a bucket's jobs, newest first, with the count of all. */
export async function readJobs(
  read: Reader,
  { bucketId }: BucketAccess,
  page: { limit: number; skip: number },
): Promise<{ jobs: Job[]; total: number }> {
  const ofBucket = read.selectFrom('jobs').where('bucket_id', '=', bucketId)
  const rows = await ofBucket
    .select(jobColumns)
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.skip)
    .execute()
  const { total } = await ofBucket
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { jobs: rows.map(toJob), total }
}
