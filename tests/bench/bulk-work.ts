import { getJob, type Job } from '@typecase/contract/jobs'
import { type BulkResult, getObject, listObjects } from '@typecase/contract/objects'

import { call } from '../e2e/fixtures/api.ts'
import type { RunningServer } from '../e2e/fixtures/server.ts'

/** The account whose bucket the work changes. */
export interface Account {
  server: RunningServer
  slug: string
  token: string
}

/** Returns the milliseconds that some work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Waits for the job of an answer, if there is one. */
export async function endOf(
  { server, token }: Account,
  { job: first }: Pick<BulkResult, 'job'>,
): Promise<Job | undefined> {
  let job = first
  while (job && job.finished_at === null) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    ;({ job } = await call(server.url, getJob, { query: { job_id: job.id } }, token))
  }
  if (job && job.status !== 'done') throw new Error(`A job ${job.status}: ${JSON.stringify(job)}`)
  return job
}

/** Number of clients that list objects without a pause. */
const LISTING = 5

/**
 * Simulates other clients that read without a pause: one gets an object, five list objects. Records how long each read
 * takes.
 */
export function watch({ server, slug, token }: Account, id: string) {
  const samples: Record<'get' | 'list', number[]> = { get: [], list: [] }
  const stopping = new AbortController()
  const reads = {
    get: () => call(server.url, getObject, { query: { slug, object_id: id } }, token),
    list: () => call(server.url, listObjects, { query: { slug, limit: 10 } }, token),
  }
  const names = ['get' as const, ...Array.from({ length: LISTING }, () => 'list' as const)]
  const readers = names.map(async (name) => {
    while (!stopping.signal.aborted) samples[name].push(await timed(reads[name]))
  })
  return {
    async stop() {
      stopping.abort()
      await Promise.all(readers)
      return samples
    },
  }
}
