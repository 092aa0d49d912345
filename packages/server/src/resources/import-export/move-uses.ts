import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { Reason } from '../change-sets/store.ts'
import { usesOfMedia } from '../media/media-uses.ts'
import { readObjects } from '../objects/store/store.ts'
import {
  type ChangedObject,
  type CheckedServices,
  writeObjects,
} from '../objects/store/write-objects.ts'
import { createMediaMover, type MovedMedia, namesOf } from './moved-media.ts'

/** Objects that are read and written at once. */
const CHUNK = 100

/**
 * Gives the objects that use some media their new names and addresses, in both versions.
 * @param reason with the change set that the objects join, each once
 * @param others more objects that may use them, such as those in the trash
 * @returns ids of the changed objects, and how many of them joined the change set
 */
export async function moveUses(
  services: CheckedServices & Pick<App, 'settings'>,
  write: Write,
  access: BucketAccess,
  moved: readonly MovedMedia[],
  reason: Reason & { changeSetId: string },
  others: readonly string[] = [],
): Promise<{ ids: ReadonlySet<string>; joined: number }> {
  const changed = new Set<string>()
  let joined = 0
  if (moved.length === 0) return { ids: changed, joined }
  const uses = await usesOfMedia(services, access)
  const ids = [...new Set([...namesOf(moved).flatMap((name) => [...uses.of(name)]), ...others])]
  const move = createMediaMover(moved, `${services.settings.PUBLIC_URL}/media`)
  const stamp = { now: services.clock.iso(), userId: access.userId }
  const { changeSetId } = reason
  for (let at = 0; at < ids.length; at += CHUNK) {
    const some = ids.slice(at, at + CHUNK)
    const members = await membersOf(write.db, access, changeSetId, some)
    const first: ChangedObject[] = []
    const again: ChangedObject[] = []
    for (const before of (await readObjects(write.db, access, some, 'any')).values()) {
      const after = move(before.state, stamp)
      if (!after) continue
      changed.add(before.id)
      ;(members.has(before.id) ? again : first).push({ before, after })
    }
    await writeObjects(services, write, access, first, reason)
    await writeObjects(services, write, access, again, {
      ...reason,
      changeSetId: null,
      amends: changeSetId,
    })
    joined += first.length
    await write.pause()
  }
  return { ids: changed, joined }
}

/** The given objects that a change set has changed already. */
async function membersOf(
  db: Reader,
  { bucketId }: BucketAccess,
  changeSetId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('change_set_items')
    .select('object_id')
    .where('bucket_id', '=', bucketId)
    .where('change_set_id', '=', changeSetId)
    .where('object_id', 'in', ids)
    .execute()
  return new Set(rows.map(({ object_id }) => object_id))
}
