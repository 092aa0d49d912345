import { emptyTrash, listTrash, restoreTrash } from '@typecase/contract/trash'

import type { App } from '../../app.ts'
import { handle, type Route } from '../../http/handle.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { keepFailures } from '../change-sets/failures.ts'
import { objectsInWords } from '../objects/bulk.ts'
import { emptyTrashOf } from './purge.ts'
import { type Restored, restoreObjects } from './restore.ts'
import { listTrashed } from './store.ts'

/** Rows of a list unless asked otherwise. */
const PAGE_SIZE = 50
/** Objects that come back in one write. */
const CHUNK = 500

export function routes(app: App): Route[] {
  const { db } = app

  async function restoreAll(access: BucketAccess, ids: readonly string[]): Promise<Restored> {
    const all: Restored = { restored: 0, failed: [], changeSetId: null }
    const title = `Restore ${objectsInWords(ids.length)}`
    for (let at = 0; at < ids.length; at += CHUNK) {
      const reason = { kind: 'restore', title, changeSetId: all.changeSetId }
      const part = await db.write(async (write) => {
        const some = ids.slice(at, at + CHUNK)
        const done = await restoreObjects(app, write, access, some, reason)
        await keepFailures(write.db, done.changeSetId, done.failed)
        return done
      })
      all.restored += part.restored
      all.failed.push(...part.failed)
      all.changeSetId ??= part.changeSetId
    }
    return all
  }

  return [
    handle(listTrash, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      const { limit = PAGE_SIZE, skip = 0 } = query
      return { ...(await listTrashed(db.read, access, { limit, skip })), limit, skip }
    }),

    handle(restoreTrash, async ({ principal, body }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:delete')
      const { restored, failed, changeSetId } = await restoreAll(access, [
        ...new Set(body.object_ids),
      ])
      return { restored, failed, change_set_id: changeSetId }
    }),

    handle(emptyTrash, async ({ principal, body }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:delete')
      const ids = body.object_ids
      return { deleted: await emptyTrashOf(app, access, ids ? { ids } : {}) }
    }),
  ]
}
