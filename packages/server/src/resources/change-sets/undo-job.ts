import type { ChangeSet } from '@typecase/contract/change-sets'
import type { Job } from '@typecase/contract/jobs'
import type { Grant } from '@typecase/contract/roles'

import type { App } from '../../app.ts'
import { stoppedClock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import type { FailedItem } from '../../bulk/failures.ts'
import { Failure } from '../../http/failure.ts'
import { runChunks } from '../../jobs/run-chunks.ts'
import type { JobContext } from '../../jobs/runner.ts'
import { type BucketAccess, withGrant } from '../buckets/bucket-access.ts'
import { bucketChanged, withoutVersions } from '../buckets/bucket-changed.ts'
import { inOneWrite, isApplied } from '../object-types/migrate/migrate-job.ts'
import { undoMigration } from '../object-types/migrate/undo-migration.ts'
import { loadUniqueValues } from '../objects/queries/unique-holders.ts'
import { findFields } from './fields-of-type.ts'
import { findChangeSet, type Reason } from './store.ts'
import { undoTitle } from './undo.ts'
import { isOfRelease } from '../releases/after-undo.ts'
import { bringTypesBack, importBehind, removeTypesOf } from './undo-import.ts'
import { planUndo, SOME, undoSome } from './undo-some.ts'

const KIND = 'changeSets.undo'

interface Payload {
  change_set_id: string
  /** The requester's grant, which limits the permissions of the job. */
  grant?: Grant
}

export function registerUndoJob(app: App): void {
  app.jobs.register(KIND, runUndo)
}

/** Enqueues the undo of a large change set as a job. */
export function enqueueUndo(
  app: App,
  write: Write,
  access: BucketAccess,
  undone: ChangeSet,
  total: number,
): Promise<Job> {
  const payload: Payload = { change_set_id: undone.id, grant: access.grant }
  const title = undoTitle(undone.title)
  return app.jobs.enqueue(write, access, { kind: KIND, title, payload, total })
}

async function runUndo(context: JobContext): Promise<void> {
  // Once the undo is applied, its change set may no longer exist.
  if (isApplied(context)) return
  const { app, job, payload } = context
  // Only `enqueueUndo` creates this payload, so the cast is safe. The cursor is the position of the last item done.
  const { change_set_id: undoneId, grant } = payload as Payload
  const access = withGrant(context.access, grant)
  const undone = await findChangeSet(app.db.read, access, undoneId)
  if (!undone) throw new Failure('not_found', 'The change set is too old to be undone.')
  const fields = await findFields(app.db.read, access, undone.id)
  if (fields) {
    const reason = { kind: 'undo', title: job.title, jobId: job.id, undoOf: undone.id }
    return inOneWrite(context, (write, watching) =>
      undoMigration(app, write, access, undone, fields, reason, watching),
    )
  }
  await loadUniqueValues(app, access)
  if (await isWhole(app.db.read, access, undone)) return undoWhole(context, access, undone)
  await runChunks(context, async (write, { cursor, size, changeSetId }) => {
    const some = { limit: size, below: cursor as number | undefined }
    const outcome = await undoSome(app, write, access, undone, some, {
      kind: 'undo',
      title: job.title,
      jobId: job.id,
      undoOf: undone.id,
      changeSetId,
    })
    return (
      outcome && {
        cursor: outcome.last,
        done: outcome.restored,
        failures: outcome.skipped,
        changeSetId: outcome.changeSetId,
      }
    )
  })
}

/**
 * Whether the undo must become visible to readers as a whole: that of a release or an import, of the undo of an import,
 * or of media together with objects that use them. Imported objects may have taken slugs and unique values from one
 * another, and can only return them together.
 */
async function isWhole(db: Reader, access: BucketAccess, undone: ChangeSet): Promise<boolean> {
  if (undone.subject === 'mixed') return true
  if (await isOfRelease(db, access, undone.id)) return true
  return (await importBehind(db, access, undone)) !== undefined
}

function undoWhole(context: JobContext, access: BucketAccess, undone: ChangeSet): Promise<void> {
  const { app, job } = context
  const quiet = { ...withoutVersions(app), clock: stoppedClock(app.clock.iso()) }
  const reason = { kind: 'undo', title: job.title, jobId: job.id, undoOf: undone.id }
  return inOneWrite(context, async (write, { signal, onPage }) => {
    let failed: FailedItem[] = []
    let changeSetId: string | null = null
    let modified = 0
    const source = await importBehind(write.db, access, undone)
    if (source && !source.isUndo) await bringTypesBack(quiet, write, access, undone)
    const plan = await planUndo(quiet, write, access, undone)
    // Media come after all objects, since media that objects still use is kept.
    const subjects =
      undone.subject === 'mixed' ? ([null, 'media'] as const) : [undone.subject ?? null]
    for (const subject of subjects) {
      let below: number | undefined
      for (;;) {
        signal?.throwIfAborted()
        const why: Reason = { ...reason, changeSetId }
        const part = { ...undone, subject }
        const some = { limit: SOME, below, skipped: failed }
        const done = await undoSome(quiet, write, access, part, some, why, plan)
        if (!done) break
        below = done.last
        modified += done.restored
        failed = done.skipped
        changeSetId = done.changeSetId ?? changeSetId
        onPage?.(modified + failed.length)
        await write.pause()
      }
    }
    plan.slugs.close()
    if (source?.isUndo && changeSetId) await removeTypesOf(quiet, write, access, source.import)
    await bucketChanged(app, write, access)
    return { changeSetId, matched: modified + failed.length, modified, failed }
  })
}
