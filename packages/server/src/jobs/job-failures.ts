import type { Job } from '@typecase/contract/jobs'
import type { Generated } from 'kysely'

import type { Reader } from '../database/database.ts'
import type { Write } from '../database/write-queue.ts'

declare module '../database/tables.ts' {
  interface Tables {
    job_failures: {
      seq: Generated<number>
      job_id: string
      object_id: string | null
      title: string | null
      reason: string
    }
  }
}

/** Something that a job could not be done to, and why. */
export type JobFailure = Job['errors'][number]

/** Failures that a job shows itself; all of them are kept beside it. */
export const SHOWN_FAILURES = 100

/** Rows of one statement, and between two pauses: engines bind some 30,000 values. */
const ROWS = 1000

/** Keeps failures of a chunk, within its write. */
export async function keepJobFailures(
  { db, pause }: Write,
  jobId: string,
  failures: readonly JobFailure[],
): Promise<void> {
  for (let at = 0; at < failures.length; at += ROWS) {
    const rows = failures
      .slice(at, at + ROWS)
      .map(({ object_id = null, title = null, reason }) => ({ object_id, title, reason }))
    await db
      .insertInto('job_failures')
      .values(rows.map((row) => ({ job_id: jobId, ...row })))
      .execute()
    await pause()
  }
}

/** A page of what a job could not be done to, in its order, and how many there are. */
export async function readJobFailures(
  db: Reader,
  jobId: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ failures: JobFailure[]; total: number }> {
  const all = db.selectFrom('job_failures').where('job_id', '=', jobId)
  const rows = await all
    .select(['object_id', 'title', 'reason'])
    .orderBy('seq')
    .limit(limit)
    .offset(skip)
    .execute()
  const { total } = await all
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const failures = rows.map(({ object_id, title, reason }) => ({
    ...(object_id !== null && { object_id }),
    ...(title !== null && { title }),
    reason,
  }))
  return { failures, total }
}
