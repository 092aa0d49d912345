import { emptyTrash, listTrash, restoreTrash } from '@typecase/contract/trash'

import type { App } from '../../app.ts'
import { invalid } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { keepFailures } from '../change-sets/failures.ts'
import { AT_ONCE } from '../objects/bulk/job.ts'
import { emptyTrashOf } from './purge.ts'
import { loadUniqueValues } from '../objects/unique-holders.ts'
import { restoreObjects } from './restore.ts'
import { enqueueRestore, registerRestoreJob, restoreTitle } from './restore-job.ts'
import { listTrashed, trashedIds } from './store.ts'

/** Rows of a list unless asked otherwise. */
const PAGE_SIZE = 50
export function routes(app: App): Route[] {
  const { db } = app

  registerRestoreJob(app)

  /** At once while they are few. */
  async function restoreFew(access: BucketAccess, ids: readonly string[]) {
    const reason = { kind: 'restore', title: restoreTitle(ids.length), titleOf: restoreTitle }
    await loadUniqueValues(app, access)
    const { restored, failed, changeSetId } = await db.write(async (write) => {
      const done = await restoreObjects(app, write, access, ids, reason)
      await keepFailures(write.db, access, done.changeSetId, done.failed)
      return done
    })
    return { restored, failed, change_set_id: changeSetId }
  }

  return [
    handle(listTrash, async ({ principal, query, signal, inTurn }) => {
      const access = await openBucket(db, principal, query.slug)
      const { limit = PAGE_SIZE, skip = 0, q } = query
      const page = { limit, skip, q }
      return { ...(await inTurn(() => listTrashed(app, access, page, signal))), limit, skip }
    }),

    handle(restoreTrash, async ({ principal, body, reply, signal, inTurn }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:delete')
      const { object_ids, q } = body
      if ((object_ids === undefined) === (q === undefined)) {
        throw invalid('object_ids', 'exactly one of object_ids and q must be sent', 'scope')
      }
      const ids = object_ids
        ? [...new Set(object_ids)]
        : await inTurn(() => trashedIds(app, access, q ?? '', signal))
      if (ids.length <= AT_ONCE) return restoreFew(access, ids)
      reply.code(202)
      return { job: await enqueueRestore(app, access, ids) }
    }),

    handle(emptyTrash, async ({ principal, body }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:delete')
      const ids = body.object_ids
      return { deleted: await emptyTrashOf(app, access, ids ? { ids } : {}) }
    }),
  ]
}
