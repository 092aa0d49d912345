import { cancelJob, getJob, type Job } from '@typecase/contract/jobs'

import { call, type Server } from './server.ts'

/** Milliseconds between two questions. */
const ASK_EVERY = 250

/** Follows a job to its end. Ctrl+C asks the server to cancel it; what was done by then is told as usual. */
export async function followJob(
  server: Server,
  started: Job,
  say: (job: Job) => void,
): Promise<Job> {
  const cancel = (): void => {
    // Whether it came in time, the job tells.
    call(server, cancelJob, { body: { job_id: started.id } }).catch(() => undefined)
  }
  // Once, and for good: what came of the job is told even so, and a second press ends the process.
  process.once('SIGINT', cancel)
  for (let job = started; ;) {
    say(job)
    if (job.finished_at !== null) return job
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY))
    ;({ job } = await call(server, getJob, { query: { job_id: job.id } }))
  }
}
