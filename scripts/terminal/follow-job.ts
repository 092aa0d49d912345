import { cancelJob, getJob, type Job } from '@typecase/contract/jobs'

import { call, type Server } from './server.ts'

/** Milliseconds between two requests. */
const ASK_EVERY = 250

/**
 * Handles Ctrl+C from here on, so that the result of a run is printed even then. Call it before the request that starts
 * the run. A third signal ends the process; the second may belong to the same press, since npm repeats the terminal's
 * signal.
 */
export function onCtrlC(): AbortSignal {
  const controller = new AbortController()
  let signals = 0
  process.on('SIGINT', () => {
    signals += 1
    if (signals > 2) process.exit(130)
    controller.abort()
  })
  return controller.signal
}

/** Follows a job to its end. Ctrl+C cancels it on the server; changes made by then are reported as usual. */
export async function followJob(
  server: Server,
  started: Job,
  stop: AbortSignal,
  say: (job: Job) => void,
): Promise<Job> {
  const cancel = (): void => {
    // The job's final status shows whether the cancel came in time.
    call(server, cancelJob, { body: { job_id: started.id } }).catch(() => undefined)
  }
  if (stop.aborted) cancel()
  else stop.addEventListener('abort', cancel)
  for (let job = started; ;) {
    say(job)
    if (job.finished_at !== null) return job
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY))
    ;({ job } = await call(server, getJob, { query: { job_id: job.id } }))
  }
}
