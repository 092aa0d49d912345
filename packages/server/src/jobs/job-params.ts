import type { Reader } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'

declare module '../database/tables.ts' {
  interface Tables {
    job_params: { job_id: string; params: string }
  }
}

/** Keeps what a job is to do, within the write that puts it into the queue: plain JSON of any length. */
export async function keepJobParams(db: Reader, jobId: string, params: unknown): Promise<void> {
  const row = { job_id: jobId, params: JSON.stringify(params ?? null) }
  await db.insertInto('job_params').values(row).execute()
}

const paramsOf = prepared((db, job: { id: string }) =>
  db.selectFrom('job_params').select('params').where('job_id', '=', job.id),
)

/** What a job is to do. @throws when nothing was kept for it */
export async function readJobParams(db: Reader, jobId: string): Promise<unknown> {
  const [row] = await paramsOf(db, { id: jobId })
  if (!row) throw new Error(`Nothing is kept of what job ${jobId} is to do.`)
  return JSON.parse(row.params) as unknown
}

/** Lets go of it once the job is over. */
export async function forgetJobParams(db: Reader, jobId: string): Promise<void> {
  await db.deleteFrom('job_params').where('job_id', '=', jobId).execute()
}
