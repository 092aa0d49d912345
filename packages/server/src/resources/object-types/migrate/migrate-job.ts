import type { Job } from '@typecase/contract/jobs'
import type { ObjectType } from '@typecase/contract/object-types'

import type { App } from '../../../app.ts'
import { conflict, notFound } from '../../../http/failure.ts'
import { SHOWN_FAILURES } from '../../../bulk/failures.ts'
import { forgetJobInput, keepJobInput, readJobInput } from '../../../jobs/job-input.ts'
import type { JobContext } from '../../../jobs/runner.ts'
import type { Write } from '../../../database/write-queue.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { findObjectTypeById, type NewObjectType } from '../store.ts'
import { changeType } from './change-type.ts'
import type { Watching, WrittenAtOnce } from './write-migration.ts'

const KIND = 'objectTypes.migrate'
/** Interval between two progress events, in ms, as for other jobs. */
const TELL_EVERY = 100

/** The cursor of a job whose only write is committed. */
const APPLIED_CURSOR = 'applied'

interface Params {
  type_id: string
  /** The `rev` of the type that the request was checked against. */
  rev: number
  after: NewObjectType
}

export function registerMigrateJob(app: App): void {
  app.jobs.register(KIND, runMigration, (_app, { id }) =>
    app.db.write(({ db }) => forgetJobInput(db, id), 'read committed'),
  )
}

/** Enqueues the migration of many objects as a job. */
export function enqueueMigration(
  app: App,
  access: BucketAccess,
  title: string,
  { id, rev }: Pick<ObjectType, 'id' | 'rev'>,
  after: NewObjectType,
  total: number,
): Promise<Job> {
  const job = { kind: KIND, title, payload: null, total }
  const params: Params = { type_id: id, rev, after }
  const enqueue = async (write: Write) => {
    const added = await app.jobs.enqueue(write, access, job)
    await keepJobInput(write.db, added.id, params)
    return added
  }
  return app.db.write(enqueue, access)
}

async function runMigration(context: JobContext): Promise<void> {
  const { app, access, job } = context
  await inOneWrite(context, async (write, watching) => {
    // Only `enqueueMigration` stores these parameters, so the cast is safe.
    const { type_id, rev, after } = (await readJobInput(write.db, job.id)).params as Params
    const before = await findObjectTypeById(write.db, access, type_id)
    if (!before) throw notFound('Object type')
    if (before.rev !== rev) {
      throw conflict('The object type has changed since. Review the change and try again.')
    }
    return changeType(app, write, access, before, after, { jobId: job.id, ...watching })
  })
}

/** Whether an earlier run of a job committed its only write, but was interrupted before it finished. */
export const isApplied = ({ cursor }: JobContext): boolean => cursor === APPLIED_CURSOR

/**
 * Runs a job that consists of a single write. Progress is only published, not stored, and the result is stored within
 * the write, so the work happens exactly once or not at all, despite interruptions.
 */
export async function inOneWrite(
  context: JobContext,
  work: (write: Write, watching: Watching) => Promise<WrittenAtOnce | undefined>,
): Promise<void> {
  const { app, access, job, signal } = context
  if (isApplied(context)) return
  let reportedAt = 0
  const onPage = (done: number): void => {
    const now = performance.now()
    if (now - reportedAt < TELL_EVERY) return
    reportedAt = now
    app.events.publish(access.bucketId, { kind: 'job', job: { ...job, done } })
  }
  const atOnce = async (write: Write) => {
    const outcome = await work(write, { signal, onPage })
    const { failed = [], matched = 0, modified = 0, changeSetId } = outcome ?? {}
    await context.advance(write, {
      cursor: APPLIED_CURSOR,
      total: matched,
      done: matched - failed.length,
      failed: failed.length,
      failures: failed,
      errors: failed.slice(0, SHOWN_FAILURES),
      result: { matched, modified },
      ...(changeSetId && { changeSetId }),
    })
  }
  await app.db.write(atOnce, { isLong: true, bucketId: access.bucketId })
}
