import type { Job } from '@typecase/contract/jobs'

/** Interval between two events of one job: ten per second look smooth and cost a browser little. */
const INTERVAL_MS = 100

/** Publishes a job's progress at a limited rate; the latest state always arrives. */
export function createProgressEvents(tell: (job: Job) => void) {
  let waiting: Job | undefined
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    timer = undefined
    if (!waiting) return
    tell(waiting)
    waiting = undefined
    timer = setTimeout(flush, INTERVAL_MS).unref()
  }

  return {
    progress(job: Job): void {
      waiting = job
      if (!timer) flush()
    },
    /** Publishes the final state immediately, and nothing after it. */
    end(job: Job): void {
      clearTimeout(timer)
      waiting = undefined
      tell(job)
    },
  }
}
