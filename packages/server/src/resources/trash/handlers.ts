import type { BodyOf } from '@typecase/contract/endpoint'
import type { BulkResult } from '@typecase/contract/objects'
import { emptyTrash, getTrashedObject, listTrash, restoreTrash } from '@typecase/contract/trash'

import type { App } from '../../app.ts'
import { changeMany, registerWork } from '../../bulk/change-many.ts'
import { invalid } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { assertMay, openBucket } from '../buckets/bucket-access.ts'
import { restoreKind } from '../media/edit-media.ts'
import { mediaWork } from '../media/media-kind.ts'
import { emptyMediaTrash } from '../media/purge-media.ts'
import { toCmsObject } from '../objects/model/read-form.ts'
import { readObject } from '../objects/store/store.ts'
import { findTypeModel } from '../objects/store/type-models.ts'
import { assertWithinLimits } from '../plans/limits.ts'
import { emptyTrashOf } from './purge.ts'
import { restoreWork } from './restore.ts'
import { listTrashed, trashedIds } from './store.ts'
import { listTrashedMedia, trashedMediaIds } from './trashed-media.ts'

/** Default number of rows per page. */
const PAGE_SIZE = 50

export function routes(app: App): Route[] {
  const { db } = app

  registerWork(app, restoreWork)

  return [
    handle(listTrash, async ({ principal, query, signal, inTurn }) => {
      const access = await openBucket(db, principal, query.slug)
      const { limit = PAGE_SIZE, skip = 0, q, subject } = query
      const page = { limit, skip, q }
      if (subject === 'media') {
        const trashed = await inTurn(() => listTrashedMedia(app, access, page, signal))
        return { objects: [], ...trashed, limit, skip }
      }
      return { ...(await inTurn(() => listTrashed(app, access, page, signal))), limit, skip }
    }),

    handle(getTrashedObject, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      const stored = await readObject(db.read, access, query.object_id, 'trashed')
      const model = await findTypeModel(db.read, access, stored.type)
      return { object: toCmsObject(access, stored, model) }
    }),

    handle(restoreTrash, async ({ principal, body, signal, inTurn, commit }) => {
      const access = await openBucket(db, principal, body.slug)
      const { object_ids, media_ids, q } = body
      if ([object_ids, media_ids, q].filter((way) => way !== undefined).length !== 1) {
        const message = 'exactly one of object_ids, media_ids and q must be sent'
        throw invalid('object_ids', message, 'scope')
      }
      const isMedia = isOfMedia(body)
      assertMay(access, isMedia ? 'media:write' : 'objects:delete')
      const requestedIds = object_ids ?? media_ids
      const idsHolding = isMedia ? trashedMediaIds : trashedIds
      const ids = requestedIds
        ? [...new Set(requestedIds)]
        : await inTurn(() => idsHolding(app, access, q ?? '', signal))
      // Check the limits now; a job would only fail after restoring some objects.
      const added = isMedia ? { media_files: ids.length } : { objects: ids.length }
      await assertWithinLimits(app, db.read, access, added)
      const work = isMedia ? mediaWork(restoreKind) : restoreWork
      return changeMany(app, access, work, null, ids, (change, scope, status) =>
        commit(async (write) => toRestored(await change(write)), scope, status),
      )
    }),

    handle(emptyTrash, async (call) => {
      const { principal, body } = call
      const access = await openBucket(db, principal, body.slug)
      const { object_ids, media_ids } = body
      if (object_ids && media_ids) {
        throw invalid('media_ids', 'media_ids must not be sent with object_ids', 'scope')
      }
      const isMedia = isOfMedia(body)
      assertMay(access, isMedia ? 'media:delete' : 'objects:delete')
      const ids = object_ids ?? media_ids
      const empty = isMedia ? emptyMediaTrash : emptyTrashOf
      // Record this first, so that a deletion in steps is logged even if it is interrupted.
      const details = { subject: isMedia ? 'media' : 'objects', ...(ids && { count: ids.length }) }
      await db.write(
        (write) =>
          audit(write, app, actorOf(call), {
            kind: 'bucket.empty_trash',
            bucketId: access.bucketId,
            details,
          }),
        'serializable',
      )
      const deleted = await empty(app, access, ids ? { ids } : {})
      // This is a separate write, as deletions of earlier writes are not rolled back.
      return call.commit(async () => ({ deleted }), 'read committed')
    }),
  ]
}

/** Converts the result to the response of a restore. */
const toRestored = ({ job, modified = 0, failed = [], change_set_id = null }: BulkResult) =>
  job ? { job } : { restored: modified, failed, change_set_id }

/**
 * Whether a call concerns media, because it names their ids or sets `subject`.
 * @throws Failure `invalid` for ids of the other kind
 */
function isOfMedia({
  object_ids,
  media_ids,
  subject,
}: Omit<BodyOf<typeof emptyTrash>, 'slug'>): boolean {
  const [ids, path] = object_ids
    ? ['objects', 'object_ids']
    : media_ids
      ? ['media', 'media_ids']
      : []
  if (ids !== undefined && subject !== undefined && subject !== ids) {
    throw invalid(path ?? '', `${path} must not be sent with subject ${subject}`, 'scope')
  }
  return (ids ?? subject) === 'media'
}
