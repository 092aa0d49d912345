import type { Reader } from '../database/database.ts'
import { selectRows } from '../database/run-sql.ts'

declare module '../database/tables.ts' {
  interface Tables {
    job_params: { job_id: string; params: string }
  }
}

/** Keeps what a job is to do, within the write that puts it into the queue: plain JSON of any length. */
export async function keepJobParams(db: Reader, jobId: string, params: unknown): Promise<void> {
  await selectRows(db, {
    text: 'INSERT INTO job_params (job_id, params) VALUES (?, ?)',
    values: [jobId, JSON.stringify(params ?? null)],
  })
}

/** What a job is to do. @throws when nothing was kept for it */
export async function readJobParams(db: Reader, jobId: string): Promise<unknown> {
  const [row] = await selectRows<{ params: string }>(db, {
    text: 'SELECT params FROM job_params WHERE job_id = ?',
    values: [jobId],
  })
  if (!row) throw new Error(`Nothing is kept of what job ${jobId} is to do.`)
  return JSON.parse(row.params) as unknown
}

/** Lets go of it once the job is over. */
export async function forgetJobParams(db: Reader, jobId: string): Promise<void> {
  await selectRows(db, { text: 'DELETE FROM job_params WHERE job_id = ?', values: [jobId] })
}
