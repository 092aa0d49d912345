import { cancelJob, getJob, type Job } from '@typecase/contract/jobs'

import { isPassing } from '@typecase/plugin-sdk/api-error'
import type { Progress, RunContext } from '@typecase/plugin-sdk/command'
import { Api, BucketEvents } from '@typecase/plugin-sdk/services'

/** Interval in ms at which a job is polled while the event stream does not report it. */
const ASK_EVERY = 1_000

const isRunning = ({ status }: Job): boolean => status === 'queued' || status === 'running'

/**
 * Follows a server job to its end, even if the server restarts meanwhile. Cancel stops the job after its current chunk:
 * its changes stay, and the job reports how many. Leaving the generator early stops the job without waiting for its
 * end.
 * @throws ApiError when the server no longer reports the job: after a log-out, or when the job is gone
 */
export async function* followJob(
  first: Job,
  bucket: string,
  { services, signal }: Pick<RunContext, 'services' | 'signal'>,
): AsyncGenerator<Progress, Job> {
  const api = services.get(Api)
  let job = first
  let isPending = true
  let isCancelled = false
  let wake = (): void => {}
  const stop = services.has(BucketEvents)
    ? services.get(BucketEvents).subscribe(bucket, (event) => {
        if (event.kind !== 'job' || event.job.id !== job.id) return
        job = event.job
        wake()
      })
    : undefined
  const handleAbort = (): void => wake()
  signal.addEventListener('abort', handleAbort)

  async function ask(): Promise<void> {
    try {
      const { job: stored } = await api.call(getJob, { query: { job_id: job.id } })
      // The stored job may be older than events received in between.
      if (!isRunning(stored) || stored.done >= job.done) job = stored
    } catch (reason) {
      // The job continues now, or once the server is back.
      if (isPassing(reason)) return
      isPending = false
      throw reason
    }
  }

  try {
    while (isRunning(job)) {
      if (signal.aborted && !isCancelled) {
        isCancelled = true
        ;({ job } = await api.call(cancelJob, { body: { job_id: job.id } }))
        continue
      }
      if (!isCancelled) yield { done: job.done + job.failed, total: job.total, message: job.title }
      const isSilent = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(resolve, ASK_EVERY, true)
        wake = () => {
          clearTimeout(timer)
          resolve(false)
        }
        if (signal.aborted && !isCancelled) wake()
      })
      if (isSilent) await ask()
    }
    return job
  } finally {
    stop?.()
    signal.removeEventListener('abort', handleAbort)
    if (isPending && isRunning(job)) await api.call(cancelJob, { body: { job_id: job.id } })
  }
}
