import type { Job } from '@typecase/contract/jobs'
import type { BucketRole } from '@typecase/contract/roles'

import type { App } from '../../app.ts'
import { forgetJobObjects, keepJobObjects, readJobObjects } from '../../jobs/job-objects.ts'
import { runChunks } from '../../jobs/run-chunks.ts'
import type { JobContext } from '../../jobs/runner.ts'
import { type BucketAccess, openBucketForJob } from '../buckets/bucket-access.ts'
import { objectsInWords } from '../objects/bulk/change-objects.ts'
import { loadUniqueValues } from '../objects/unique-holders.ts'
import { restoreObjects } from './restore.ts'

const KIND = 'trash.restore'

interface Payload {
  /** Of the one who asked: a job may do no more than they could. */
  role: BucketRole
}

export const restoreTitle = (count: number): string => `Restore ${objectsInWords(count)}`

export function registerRestoreJob(app: App): void {
  app.jobs.register(KIND, runRestore, (_app, { id }) =>
    app.db.write(({ db }) => forgetJobObjects(db, id)),
  )
}

/** Puts the restoring of many objects into the queue, with the ids as they are now. */
export function enqueueRestore(
  app: App,
  access: BucketAccess,
  ids: readonly string[],
): Promise<Job> {
  const payload: Payload = { role: access.role }
  const job = { kind: KIND, title: restoreTitle(ids.length), payload, total: ids.length }
  return app.db.write(async (write) => {
    const added = await app.jobs.enqueue(write, access, job)
    await keepJobObjects(write.db, added.id, ids)
    return added
  })
}

async function runRestore(context: JobContext): Promise<void> {
  const { app, job, payload } = context
  const { bucketId, slug, userId } = context.access
  // What `enqueueRestore` stored.
  const access = openBucketForJob(bucketId, slug, userId, (payload as Payload).role)
  await loadUniqueValues(app, access)
  await runChunks(context, async (write, { cursor, size, changeSetId }) => {
    const at = (cursor as number | undefined) ?? 0
    const ids = await readJobObjects(write.db, job.id, at, size)
    if (ids.length === 0) return undefined
    const { id: jobId, title } = job
    const reason = { kind: 'restore', title, titleOf: restoreTitle, jobId, changeSetId }
    const outcome = await restoreObjects(app, write, access, ids, reason)
    return {
      cursor: at + ids.length,
      done: ids.length - outcome.failed.length,
      failures: outcome.failed,
      changeSetId: outcome.changeSetId,
    }
  })
}
