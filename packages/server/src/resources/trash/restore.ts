import type { Outcome, Work } from '../../bulk/change-many.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { Reason } from '../change-sets/store.ts'
import { broughtBack } from '../objects/bring-back.ts'
import type { Failed } from '../change-sets/failures.ts'
import { MISSING, objectsInWords } from '../objects/bulk/change-objects.ts'
import { problemsInTitles } from '../objects/bulk/reason-in-titles.ts'
import {
  takenValues,
  type UniqueChange,
  uniqueChange,
} from '../objects/metafield-values/unique-values.ts'
import { restored, type StoredObject } from '../objects/state.ts'
import { readObjects } from '../objects/store.ts'
import { findTypeModel } from '../objects/type-model.ts'
import { findHoldersIn, loadUniqueValues } from '../objects/unique-holders.ts'
import { type CheckedServices, openBatch, type Services } from '../objects/write-objects.ts'
import '../object-types/tables.ts'

/** Brings many objects back. */
export const restoreWork: Work<null> = {
  kind: 'trash.restore',
  title: (_params, count) => `Restore ${objectsInWords(count)}`,
  load: (app, access) => loadUniqueValues(app, access),
  change: (app, write, access, _params, ids, reason) =>
    restoreObjects(app, write, access, ids, reason),
}

/**
 * Brings objects back from the trash; the object type that was deleted with them comes back first. One whose unique value
 * another object has by now stays there.
 */
async function restoreObjects(
  services: CheckedServices,
  write: Write,
  access: BucketAccess,
  ids: readonly string[],
  reason: Reason,
): Promise<Outcome> {
  const objects = await readObjects(write.db, access, ids, 'trashed')
  const stamp = { now: services.clock.iso(), userId: access.userId }
  const failures = new Map<string, string>()
  const changes = new Map<UniqueChange, StoredObject>()
  for (const id of ids) {
    const object = objects.get(id)
    if (!object) failures.set(id, MISSING)
    else if (!(await hasType(services, write.db, access, object))) {
      failures.set(id, `Its object type “${object.type}” was deleted.`)
    } else {
      const model = await findTypeModel(write.db, access, object.type)
      const after = restored(object.state, services.clock.now())
      changes.set(uniqueChange(model, id, object.state, after), object)
    }
  }
  const taken = await takenValues(findHoldersIn(services, write.db, access), [...changes.keys()])
  const batch = openBatch(services, write, access, reason)
  for (const [change, object] of changes) {
    const details = taken.get(change)
    if (details) failures.set(object.id, problemsInTitles(details, change.model))
    else {
      const now = services.clock.now()
      const { state } = await broughtBack(write.db, access, object, object.state, stamp, now)
      await batch.put({ before: object, after: state })
    }
  }
  const { objects: written, changeSetId } = await batch.close()
  const failed = ids.flatMap((id): Failed[] => {
    const why = failures.get(id)
    if (why === undefined) return []
    return [{ object_id: id, title: objects.get(id)?.state.title ?? '', reason: why }]
  })
  return { matched: objects.size, modified: written.length, failed, changeSetId }
}

/** Whether the object's type is there, once the one deleted together with the object was brought back. */
async function hasType(
  { clock }: Services,
  db: Reader,
  access: BucketAccess,
  { type, state }: StoredObject,
): Promise<boolean> {
  if (await findTypeModel(db, access, type)) return true
  const restored = await db
    .updateTable('object_types')
    .set((eb) => ({ deleted_at: null, modified_at: clock.iso(), rev: eb('rev', '+', 1) }))
    .where('bucket_id', '=', access.bucketId)
    .where('slug', '=', type)
    .where('deleted_at', '=', state.deleted_at)
    .executeTakeFirst()
  return restored.numUpdatedRows > 0n
}
