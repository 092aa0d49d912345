import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { Reason } from '../change-sets/store.ts'
import { broughtBack } from '../objects/bring-back.ts'
import { type Failed, MISSING } from '../objects/bulk/change-objects.ts'
import type { StoredObject } from '../objects/state.ts'
import { readObjects } from '../objects/store.ts'
import { findTypeModel } from '../objects/type-model.ts'
import { openBatch, type Services } from '../objects/write-objects.ts'
import '../object-types/tables.ts'

export interface Restored {
  restored: number
  failed: Failed[]
  changeSetId: string | null
}

/** Brings objects back from the trash; the object type that was deleted with them comes back first. */
export async function restoreObjects(
  services: Services,
  write: Write,
  access: BucketAccess,
  ids: readonly string[],
  reason: Reason,
): Promise<Restored> {
  const objects = await readObjects(write.db, access, ids, 'trashed')
  const batch = openBatch(services, write, access, reason)
  const stamp = { now: services.clock.iso(), userId: access.userId }
  const failed: Failed[] = []
  for (const id of ids) {
    const object = objects.get(id)
    if (!object) {
      failed.push({ object_id: id, title: '', reason: MISSING })
    } else if (!(await hasType(services, write.db, access, object))) {
      const why = `Its object type “${object.type}” was deleted.`
      failed.push({ object_id: id, title: object.state.title, reason: why })
    } else {
      const { state } = await broughtBack(
        write.db,
        access,
        object,
        object.state,
        stamp,
        services.clock.now(),
      )
      await batch.put({ before: object, after: state })
    }
  }
  const { objects: written, changeSetId } = await batch.close()
  return { restored: written.length, failed, changeSetId }
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
