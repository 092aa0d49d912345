import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { importBucket } from '@typecase/contract/import-export'
import type { Job } from '@typecase/contract/jobs'

import { call } from '../../e2e/fixtures/api.ts'
import { BARE, endOf, FULL, type PreparedBucket } from './prepared-bucket.ts'
import type { Match } from './bucket-contents.ts'

export type Start = (bucket: PreparedBucket) => Promise<Job>

/** A kind of job during which a server may die. */
export interface JobKind {
  title: string
  /** Adds data to the objects of `prepareBucket`. */
  prepare?: (bucket: PreparedBucket) => Promise<unknown>
  start: Start
  /** The bucket that the job fills, if it is another one; undefined before it exists. */
  target?: (bucket: PreparedBucket) => Promise<PreparedBucket | undefined>
  /** Settings of its servers. */
  env?: () => Promise<Record<string, string>>
  /** The job's count at its end. */
  done: number
  failed: number
  /** Number of objects and media in its change set. */
  changed: number
  /** Differences from `unchanged` at the end. */
  after: Partial<Match>
  /** Whether the job is one transaction, so that readers see all of it or nothing. */
  isWhole?: boolean
  /** Whether the job leaves a file for download. */
  makesFile?: boolean
  /** Further checks at the end. */
  check?: (bucket: PreparedBucket, job: Job) => Promise<void>
}

export const full = '{count 0, note old, size string}'
export const minimal = '{size string}'

/** What readers see in the bucket of `prepareBucket`. */
export const unchanged: Match = {
  listed: {
    [`Old thing ${full}, draft, rev 1`]: FULL,
    [`Old thing ${minimal}, draft, rev 1`]: BARE,
  },
  public: {},
  trash: 0,
  media: { 'Old image': FULL, 'Old image …': BARE },
  fields: 'count number, note text, size text',
  importing: false,
}

/** What readers see in a new bucket. */
export const nothing: Match = {
  listed: {},
  public: {},
  trash: 0,
  media: {},
  fields: '',
  importing: false,
}

/**
 * Returns the job of a response.
 * @throws if the number of objects did not start a job
 */
export function theJob({ job }: { job?: Job | undefined }): Job {
  if (!job) throw new Error('So many objects are a job.')
  return job
}

export const undoLast: Start = async ({ url, owner, slug }) => {
  const { change_sets: sets } = await call(url, listChangeSets, { query: { slug } }, owner.token)
  const body = { slug, change_set_id: sets[0]?.id ?? '' }
  return theJob(await call(url, undoChangeSet, { body }, owner.token))
}

export const whole =
  (start: Start) =>
  async (bucket: PreparedBucket): Promise<Job> =>
    endOf(bucket, await start(bucket))

/** Sends a file to be imported. */
export async function sendFile(
  { url, owner, slug }: PreparedBucket,
  file: Blob,
  name: string,
  fields: Readonly<Record<string, string>>,
): Promise<Job> {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  form.set('import_file', file, name)
  const response = await fetch(`${url}/v3/buckets/${slug}${importBucket.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}` },
    body: form,
  })
  return ((await response.json()) as { job: Job }).job
}
