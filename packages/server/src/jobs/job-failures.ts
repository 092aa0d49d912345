import type { Job } from '@typecase/contract/jobs'

import type { Reader } from '../database/database.ts'
import { insertRows } from '../database/row-statements.ts'
import { selectRows } from '../database/run-sql.ts'
import type { Write } from '../database/write-queue.ts'

/** Something that a job could not be done to, and why. */
export type JobFailure = Job['errors'][number]

/** Failures that a job shows itself; all of them are kept beside it. */
export const SHOWN_FAILURES = 100

/** Rows between two pauses. */
const CHUNK = 1000

/** Keeps failures of a chunk, within its write. */
export async function keepJobFailures(
  { db, pause }: Write,
  jobId: string,
  failures: readonly JobFailure[],
): Promise<void> {
  const rows = failures.map(({ object_id = null, title = null, reason }) => ({
    job_id: jobId,
    object_id,
    title,
    reason,
  }))
  for (let at = 0; at < rows.length; at += CHUNK) {
    const some = rows.slice(at, at + CHUNK)
    await insertRows(db, 'job_failures', ['job_id', 'object_id', 'title', 'reason'], some)
    await pause()
  }
}

interface Row {
  object_id: string | null
  title: string | null
  reason: string
}

/** A page of what a job could not be done to, in its order, and how many there are. */
export async function readJobFailures(
  db: Reader,
  jobId: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ failures: JobFailure[]; total: number }> {
  const rows = await selectRows<Row>(db, {
    text: 'SELECT object_id, title, reason FROM job_failures WHERE job_id = ? ORDER BY seq LIMIT ? OFFSET ?',
    values: [jobId, limit, skip],
  })
  const [count] = await selectRows<{ total: number }>(db, {
    text: 'SELECT count(*) AS total FROM job_failures WHERE job_id = ?',
    values: [jobId],
  })
  const failures = rows.map(({ object_id, title, reason }) => ({
    ...(object_id !== null && { object_id }),
    ...(title !== null && { title }),
    reason,
  }))
  return { failures, total: count?.total ?? 0 }
}
