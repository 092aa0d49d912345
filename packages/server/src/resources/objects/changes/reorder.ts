import type { BodyOf } from '@typecase/contract/endpoint'
import type { reorderObjects } from '@typecase/contract/objects'

import type { Write } from '../../../database/write-queue.ts'
import { invalid } from '../../../http/failure.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { type Neighbour, rankNextTo } from '../store/ranks.ts'
import type { StoredObject } from '../model/state.ts'
import { readObject, readObjects } from '../store/store.ts'
import { openBatch, type Services } from '../store/write-objects.ts'

type Move = BodyOf<typeof reorderObjects>

/**
 * Moves an object right below `before_id`, its predecessor in the dashboard's order, or else right above `after_id`. If
 * both are sent, `before_id` decides: other objects between the two end up below the moved one.
 * @throws Failure `not_found` for the object itself, `invalid` for a neighbour that is unknown or of another type
 */
export async function reorderObject(
  services: Services,
  write: Write,
  access: BucketAccess,
  { reorder_id, before_id, after_id }: Move,
): Promise<void> {
  const moved = await readObject(write.db, access, reorder_id)
  const neighbours = [before_id, after_id].filter((id) => typeof id === 'string')
  const objects = await readObjects(write.db, access, neighbours)
  const above = neighbour(moved, objects, 'before_id', before_id)
  const below = neighbour(moved, objects, 'after_id', after_id)
  const next: Neighbour | undefined = above ? { above } : below && { below }
  if (!next) throw invalid('before_id', 'before_id or after_id is a required field', 'required')
  const rank = await rankNextTo(write, access, moved, next)
  // Making room may have changed the object's own rank.
  const current = await readObject(write.db, access, reorder_id)
  const title = `Move “${moved.state.title}”`
  const batch = openBatch(services, write, access, { kind: 'reorder', title })
  await batch.move(current, rank)
  await batch.close()
}

function neighbour(
  moved: StoredObject,
  objects: ReadonlyMap<string, StoredObject>,
  path: 'before_id' | 'after_id',
  id: string | null | undefined,
): StoredObject | undefined {
  if (!id) return undefined
  const object = objects.get(id)
  if (!object) throw invalid(path, `${path} must be an object of this bucket`, 'reference')
  if (object.id === moved.id) throw invalid(path, `${path} must be another object`, 'reference')
  if (object.type !== moved.type) {
    throw invalid(path, `${path} must be an object of the same type`, 'reference')
  }
  return object
}
