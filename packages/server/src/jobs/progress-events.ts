import type { Job } from '@typecase/contract/jobs'

/** Time between two events of one job: ten a second look smooth and cost a browser little. */
const INTERVAL_MS = 100

/** Tells listeners of a job's progress, not more often than they can use; the newest state always arrives. */
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
    /** The last state of a run: at once, and nothing after it. */
    end(job: Job): void {
      clearTimeout(timer)
      waiting = undefined
      tell(job)
    },
  }
}
