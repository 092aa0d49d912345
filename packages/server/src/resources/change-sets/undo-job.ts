import type { ChangeSet } from '@typecase/contract/change-sets'
import type { Job } from '@typecase/contract/jobs'

import type { App } from '../../app.ts'
import { Failure } from '../../http/failure.ts'
import type { JobContext } from '../../jobs/runner.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { KEPT_FAILURES } from '../objects/bulk-job.ts'
import { findChangeSet, readItems } from './store.ts'
import { undoItems, undoTitle } from './undo.ts'

const KIND = 'changeSets.undo'
/** Objects that a job gives back in one write. */
const CHUNK = 200

interface Payload {
  change_set_id: string
}

export function registerUndoJob(app: App): void {
  app.jobs.register(KIND, runUndo)
}

/** Puts the undoing of a large change set into the queue. */
export function enqueueUndo(app: App, access: BucketAccess, undone: ChangeSet): Promise<Job> {
  const payload: Payload = { change_set_id: undone.id }
  const title = undoTitle(undone.title)
  return app.db.write((write) =>
    app.jobs.enqueue(write, access, { kind: KIND, title, payload, total: undone.count }),
  )
}

async function runUndo({ app, access, job, payload, cursor, signal, advance }: JobContext) {
  // What `enqueueUndo` stored, and the number of the last item done.
  const { change_set_id: undoneId } = payload as Payload
  let below = cursor as number | undefined
  const undone = await findChangeSet(app.db.read, access, undoneId)
  if (!undone) throw new Failure('not_found', 'The change set is too old to be undone.')
  let { done, failed, errors, change_set_id: changeSetId } = job
  for (;;) {
    signal.throwIfAborted()
    const items = await readItems(app.db.read, undone.id, CHUNK, below)
    const last = items.at(-1)
    if (!last) return
    await app.db.write(async (write) => {
      const outcome = await undoItems(app, write, access, undone, items, {
        kind: 'undo',
        title: job.title,
        jobId: job.id,
        undoOf: undone.id,
        changeSetId,
      })
      below = last.seq
      done += outcome.restored
      failed += outcome.skipped.length
      errors = [...errors, ...outcome.skipped].slice(0, KEPT_FAILURES)
      changeSetId = outcome.changeSetId ?? changeSetId
      await advance(write, {
        cursor: below,
        done,
        failed,
        errors,
        ...(changeSetId && { changeSetId }),
      })
    })
  }
}
