import { cancelJob, getJob, type Job } from '@typecase/contract/jobs'

import { call, type Server } from './server.ts'

/** Milliseconds between two questions. */
const ASK_EVERY = 250

/**
 * Handles Ctrl+C from here on: the result of a run is printed even so. Call it before the request that starts the run.
 * A third signal ends the process: two are one press under npm, which repeats the terminal's signal.
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

/** Follows a job to its end. Ctrl+C cancels it on the server; finished changes are reported as usual. */
export async function followJob(
  server: Server,
  started: Job,
  stop: AbortSignal,
  say: (job: Job) => void,
): Promise<Job> {
  const cancel = (): void => {
    // Whether it came in time, the job tells.
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
