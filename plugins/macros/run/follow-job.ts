import { cancelJob, getJob, type Job } from '@typecase/contract/jobs'
import type { Progress, RunContext } from '@typecase/plugin-sdk/command'
import { Api, BucketEvents } from '@typecase/plugin-sdk/services'

import { bucketSlugOf } from '../queries.ts'

/** Milliseconds between two questions about a job that the event stream does not tell of. */
const ASK_EVERY = 1_000

/** Follows a job to its end. Leaving the generator early, as Cancel does, stops the job; what was done stays done. */
export async function* followJob(
  first: Job,
  { services, facts, signal }: Pick<RunContext, 'services' | 'facts' | 'signal'>,
): AsyncGenerator<Progress, Job> {
  const api = services.get(Api)
  let job = first
  let wake = (): void => {}
  const stop = services.has(BucketEvents)
    ? services.get(BucketEvents).subscribe(bucketSlugOf(facts), (event) => {
        if (event.kind !== 'job' || event.job.id !== job.id) return
        job = event.job
        wake()
      })
    : undefined
  const handleAbort = (): void => wake()
  signal.addEventListener('abort', handleAbort)
  try {
    while (job.finished_at === null) {
      yield { done: job.done + job.failed, total: job.total, message: job.title }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ASK_EVERY)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
        if (signal.aborted) wake()
      })
      if (job.finished_at === null) {
        job = (await api.call(getJob, { query: { job_id: job.id } })).job
      }
    }
    return job
  } finally {
    stop?.()
    signal.removeEventListener('abort', handleAbort)
    if (job.finished_at === null) await api.call(cancelJob, { body: { job_id: job.id } })
  }
}
