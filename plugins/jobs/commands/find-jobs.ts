import { listJobs } from '@typecase/contract/jobs'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { Api } from '@typecase/plugin-sdk/services'

import { percentOf, waitInWords } from '../history/entry-in-words.ts'
import { isRunning } from '../job-in-words.ts'

/** Jobs that run or wait are always among the newest: one runs at a time, and those behind it came later. */
const NEWEST = 1_000

/** The jobs of the bucket that can be cancelled. */
export async function findJobs(
  query: string,
  { services, facts, signal }: AskContext,
): Promise<readonly PickerRow[]> {
  const slug = facts['route.bucketSlug']
  if (slug === undefined) return []
  const { jobs } = await services
    .get(Api)
    .call(listJobs, { query: { slug, limit: NEWEST } }, { signal })
  const wanted = query.trim().toLowerCase()
  return jobs
    .filter((job) => isRunning(job) && job.title.toLowerCase().includes(wanted))
    .map((job) => ({
      id: job.id,
      value: job.id,
      label: job.title,
      subtitle: job.status === 'queued' ? waitInWords(job) : `${percentOf(job)} % done`,
    }))
}
