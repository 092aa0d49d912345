import { emptyTrash, listTrash, restoreTrash } from '@typecase/contract/trash'

import type { App } from '../../app.ts'
import { changeMany, registerWork } from '../../bulk/change-many.ts'
import { invalid } from '../../http/failure.ts'
import { type Commit, handle, type Route } from '../../http/handle.ts'
import { openBucket } from '../buckets/bucket-access.ts'
import { emptyTrashOf } from './purge.ts'
import { restoreWork } from './restore.ts'
import { listTrashed, trashedIds } from './store.ts'

/** Rows of a list unless asked otherwise. */
const PAGE_SIZE = 50

export function routes(app: App): Route[] {
  const { db } = app

  registerWork(app, restoreWork)

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
      const write: Commit = (work, { status = 200 } = {}) => {
        reply.code(status)
        return db.write(work)
      }
      const done = await changeMany(app, access, restoreWork, null, ids, write)
      const { job, modified = 0, failed = [], change_set_id = null } = done
      return job ? { job } : { restored: modified, failed, change_set_id }
    }),

    handle(emptyTrash, async ({ principal, body }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:delete')
      const ids = body.object_ids
      return { deleted: await emptyTrashOf(app, access, ids ? { ids } : {}) }
    }),
  ]
}
