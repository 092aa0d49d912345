import type { Job } from '@typecase/contract/jobs'

import type { Reader } from '../../database/database.ts'
import { countOf } from '../../database/expressions.ts'
import { jobColumns, toJob, toWholeJob } from '../../jobs/job-table.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { type HistoryPage, jobConditions } from '../change-sets/history-conditions.ts'

/** Returns the slug of the bucket that a job works in. This does not check who may see it. */
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
  access: BucketAccess,
  jobId: string,
): Promise<Job | undefined> {
  const row = await read
    .selectFrom('jobs')
    .select(jobColumns)
    .where('id', '=', jobId)
    .where('bucket_id', '=', access.bucketId)
    .executeTakeFirst()
  if (!row) return undefined
  const job = access.can('import:write') ? toWholeJob(row) : toJob(row)
  return (await withPositions(read, access.bucketId, [job]))[0]
}

/** Reads a page of a bucket's jobs that match a filter, newest first, and counts them all. */
export async function readJobs(
  read: Reader,
  { bucketId }: BucketAccess,
  { limit, skip, ...filter }: HistoryPage,
): Promise<{ jobs: Job[]; total: number }> {
  const all = read.selectFrom('jobs').where(jobConditions(bucketId, filter))
  const rows = await all
    .select(jobColumns)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(skip)
    .execute()
  const total = await countOf(all)
  return { jobs: await withPositions(read, bucketId, rows.map(toJob)), total }
}

/** Adds to queued jobs their position in the queue and the job that they wait for: a bucket runs one job at a time. */
async function withPositions(read: Reader, bucketId: string, jobs: Job[]): Promise<Job[]> {
  if (!jobs.some(({ status }) => status === 'queued')) return jobs
  const inOrder = await read
    .selectFrom('jobs')
    .select(['id', 'title', 'status'])
    .where('bucket_id', '=', bucketId)
    .where('status', 'in', ['queued', 'running'])
    .orderBy('run_at')
    .orderBy('id')
    .execute()
  const { running: runs = [], queued = [] } = Object.groupBy(inOrder, ({ status }) => status)
  const open = [...runs, ...queued]
  const running = runs.length
  const positions = new Map(open.map(({ id }, position) => [id, position]))
  return jobs.map((job) => {
    const position = positions.get(job.id)
    if (job.status !== 'queued' || position === undefined) return job
    const before = open[position - 1]
    const waits_for = before && { id: before.id, title: before.title }
    return { ...job, position: position - running + 1, ...(waits_for && { waits_for }) }
  })
}
