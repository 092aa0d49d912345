import type { Job } from '@typecase/contract/jobs'

import type { BulkResult } from '@typecase/contract/objects'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { JobContext } from '../../jobs/runner.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { type BulkVerb, bulkTitle, changeObjects } from './bulk.ts'
import { idsOfAllLocales, readObjects } from './store.ts'

/** Objects that a call changes while its caller waits; more become a job (decisions §3). */
export const AT_ONCE = 100
/** Objects that a job changes in one write. */
const CHUNK = 200
/** Failures that a job keeps; it counts the others. */
export const KEPT_FAILURES = 100

interface Payload {
  verb: BulkVerb
  /** Frozen when the job was asked for. */
  ids: string[]
}

const kindOf = (verb: BulkVerb) => `objects.${verb}`

export function registerBulkJobs(app: App): void {
  for (const verb of ['publish', 'unpublish', 'delete'] as const) {
    app.jobs.register(kindOf(verb), runBulk)
  }
}

/**
 * Changes the objects that a call names: at once while they are few, else by a job.
 * @param allLocales the other locales of each object too: those of the same type and slug
 */
export async function changeAsked(
  app: App,
  access: BucketAccess,
  verb: BulkVerb,
  objectIds: readonly string[],
  allLocales = false,
): Promise<BulkResult> {
  const others = allLocales ? await idsOfAllLocales(app.db.read, access, objectIds) : []
  const ids = [...new Set([...objectIds, ...others])]
  if (ids.length > AT_ONCE) return { job: await enqueueBulk(app, access, verb, ids) }
  return app.db.write(async (write) => {
    const reason = { kind: verb, title: await titleOf(write.db, access, verb, ids) }
    const outcome = await changeObjects(app, write, access, verb, ids, reason)
    const { changeSetId, ...counts } = outcome
    return { ...counts, change_set_id: changeSetId }
  })
}

async function titleOf(
  db: Reader,
  access: BucketAccess,
  verb: BulkVerb,
  ids: readonly string[],
): Promise<string> {
  const objects = ids.length === 1 ? await readObjects(db, access, ids) : new Map()
  const [only] = objects.values()
  return bulkTitle(verb, ids.length, only?.state.title)
}

/** Puts a change of many objects into the queue. */
function enqueueBulk(app: App, access: BucketAccess, verb: BulkVerb, ids: string[]): Promise<Job> {
  const payload: Payload = { verb, ids }
  const title = bulkTitle(verb, ids.length)
  return app.db.write((write) =>
    app.jobs.enqueue(write, access, { kind: kindOf(verb), title, payload, total: ids.length }),
  )
}

/** Goes through the ids chunk by chunk; each chunk is one write with its progress, so that none is done twice. */
async function runBulk({ app, access, job, payload, cursor, signal, advance }: JobContext) {
  // The payload is what `enqueueBulk` stored, the cursor what the last chunk did.
  const { verb, ids } = payload as Payload
  let at = (cursor as number | undefined) ?? 0
  let { done, failed, errors, change_set_id: changeSetId } = job
  while (at < ids.length) {
    signal.throwIfAborted()
    const chunk = ids.slice(at, at + CHUNK)
    await app.db.write(async (write) => {
      const outcome = await changeObjects(app, write, access, verb, chunk, {
        kind: verb,
        title: job.title,
        jobId: job.id,
        changeSetId,
      })
      at += chunk.length
      done += chunk.length - outcome.failed.length
      failed += outcome.failed.length
      errors = [...errors, ...outcome.failed].slice(0, KEPT_FAILURES)
      changeSetId = outcome.changeSetId ?? changeSetId
      await advance(write, {
        cursor: at,
        done,
        failed,
        errors,
        ...(changeSetId && { changeSetId }),
      })
    })
  }
}
