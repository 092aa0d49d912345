import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { freeSlug } from './slugs.ts'
import { isSame } from './write-objects.ts'
import { type ObjectState, restored, type StoredObject, type Stamp } from './state.ts'

/**
 * A state that an object had before, as it can be had again: out of the trash, with the next free slug where its own
 * was taken meanwhile, and without plans whose time has passed.
 * @param time UNIX ms
 * @returns the state, and whether it is the former one in every respect
 */
export async function broughtBack(
  db: Reader,
  access: BucketAccess,
  { id, type }: StoredObject,
  former: ObjectState,
  stamp: Stamp,
  time: number,
): Promise<{ state: ObjectState; isExact: boolean }> {
  const slug = await freeSlug(db, access, { type, locale: former.locale }, former.slug, id)
  const state = {
    ...restored(former, time),
    slug,
    published: former.published && {
      ...former.published,
      // The public version goes with it where both had the slug that is taken.
      slug: former.published.slug === former.slug ? slug : former.published.slug,
    },
    modified_at: stamp.now,
    modified_by: stamp.userId,
  }
  return { state, isExact: isSame(state, { ...former, deleted_at: null }) }
}
