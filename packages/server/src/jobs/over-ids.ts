import type { Job } from '@typecase/contract/jobs'

import type { App } from '../app.ts'
import type { Write } from '../database/write-queue.ts'
import type { BucketAccess } from '../resources/buckets/bucket-access.ts'
import type { Reason } from '../resources/change-sets/store.ts'
import type { JobFailure } from './job-failures.ts'
import { forgetJobObjects, keepJobObjects, readJobObjects } from './job-objects.ts'
import { forgetJobParams, keepJobParams } from './job-params.ts'
import { runChunks } from './run-chunks.ts'
import type { JobContext, JobHandler } from './runner.ts'

/** Registers a kind of job that goes through ids which are frozen when it is asked for. */
export function registerOverIds({ jobs }: Pick<App, 'jobs'>, kind: string, run: JobHandler): void {
  jobs.register(kind, run, (app, { id }) =>
    app.db.write(async ({ db }) => {
      await forgetJobObjects(db, id)
      await forgetJobParams(db, id)
    }),
  )
}

/** Puts such a job into the queue. @param params what it does: plain JSON of any length */
export async function enqueueOverIds(
  { jobs }: Pick<App, 'jobs'>,
  write: Write,
  access: BucketAccess,
  job: { kind: string; title: string; payload: unknown },
  ids: readonly string[],
  params: unknown,
): Promise<Job> {
  const added = await jobs.enqueue(write, access, { ...job, total: ids.length })
  await keepJobObjects(write.db, added.id, ids)
  await keepJobParams(write.db, added.id, params)
  return added
}

/** What came of some of the ids. */
export interface Outcome {
  matched: number
  modified: number
  failed: readonly JobFailure[]
  changeSetId: string | null
}

/** What a job answers at its end. */
interface Result {
  matched: number
  modified: number
}

/**
 * Runs such a job, chunk by chunk, into one change set.
 * @param kind that of the change set
 * @param titleOf its title by the number of objects that were changed so far
 * @param change does it to some, within their write
 */
export async function runOverIds(
  context: JobContext,
  kind: string,
  titleOf: (count: number) => string,
  change: (write: Write, ids: string[], reason: Reason) => Promise<Outcome>,
): Promise<void> {
  const { job } = context
  await runChunks(context, async (write, { cursor, size, changeSetId, result }) => {
    // What the last chunk stored.
    const at = (cursor as number | undefined) ?? 0
    const so = (result as Result | null) ?? { matched: 0, modified: 0 }
    const ids = await readJobObjects(write.db, job.id, at, size)
    if (ids.length === 0) return undefined
    const reason = { kind, title: job.title, titleOf, jobId: job.id, changeSetId }
    const outcome = await change(write, ids, reason)
    return {
      cursor: at + ids.length,
      done: ids.length - outcome.failed.length,
      failures: outcome.failed,
      changeSetId: outcome.changeSetId,
      result: {
        matched: so.matched + outcome.matched,
        modified: so.modified + outcome.modified,
      } satisfies Result,
    }
  })
}
