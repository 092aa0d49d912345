import { cancelJob, getJob, type Job } from '@typecase/contract/jobs'
import type { Progress, RunContext } from '@typecase/plugin-sdk/command'
import { Api, BucketEvents } from '@typecase/plugin-sdk/services'

import { bucketSlugOf } from '../bucket-slug.ts'

/** Milliseconds between two questions about a job that the event stream does not tell of. */
const ASK_EVERY = 1_000

const isOver = ({ status }: Job): boolean =>
  status === 'done' || status === 'failed' || status === 'cancelled'

/**
 * Follows work that the server goes on with, to its end. Leaving the generator early, as Cancel does, stops
 * the work as well; what was done stays done.
 */
export async function* followJob(
  first: Job,
  context: Pick<RunContext, 'services' | 'facts' | 'signal'>,
): AsyncGenerator<Progress, Job> {
  const { services, facts, signal } = context
  const api = services.get(Api)
  let job = first
  let heard: (() => void) | undefined
  const stop = services.has(BucketEvents)
    ? services.get(BucketEvents).subscribe(bucketSlugOf(facts), (event) => {
        if (event.kind !== 'job' || event.job.id !== job.id) return
        job = event.job
        heard?.()
      })
    : () => undefined
  try {
    while (!isOver(job)) {
      yield { done: job.done + job.failed, total: job.total, message: job.title }
      await Promise.race([
        new Promise<void>((resolve) => (heard = resolve)),
        pause(ASK_EVERY, signal),
      ])
      if (!isOver(job)) job = (await api.call(getJob, { query: { job_id: job.id } })).job
    }
    return job
  } finally {
    stop()
    if (!isOver(job)) await api.call(cancelJob, { body: { job_id: job.id } })
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
