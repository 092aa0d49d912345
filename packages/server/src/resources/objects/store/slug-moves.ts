import type { Reader } from '../../../database/database.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { slugKey } from './slugs.ts'
import { type ObjectState, publicVersion, type StoredObject } from '../model/state.ts'

/**
 * Returns the slugs that an object holds in its newest and its public version, by `slugKey`. Objects in the trash hold
 * none.
 */
export function heldSlugs(type: string, state: ObjectState): Set<string> {
  if (state.deleted_at !== null) return new Set()
  const versions = [state, publicVersion(state) ?? state]
  return new Set(versions.map(({ locale, slug }) => slugKey({ type, locale }, slug)))
}

/**
 * Finds the objects that cannot take the slug of another object, because that object keeps it: it does not move, or is
 * blocked itself.
 * @param holders the holder of the slug that an object takes, by the taking object's id
 * @param leaves whether an object gets another slug, unless it is blocked
 */
export function blockedMoves(
  holders: ReadonlyMap<string, string>,
  leaves: (id: string) => boolean,
): Set<string> {
  const takers = Map.groupBy(holders.keys(), (taker) => holders.get(taker))
  const stuck = [...holders].filter(([, holder]) => !leaves(holder))
  const blocked = new Set(stuck.map(([taker]) => taker))
  // The loop also visits ids that are added during it.
  for (const id of blocked) for (const taker of takers.get(id) ?? []) blocked.add(taker)
  return blocked
}

/**
 * Lets objects of one write take slugs from each other, even in a cycle. The unique index is checked at every
 * statement, so an object whose slug is taken has a placeholder until it is written itself.
 */
export function createSlugMoves(db: Reader, { bucketId }: BucketAccess) {
  const parked = new Map<string, string>()

  return {
    /**
     * Frees the slug of an object that is written later in the same write; does nothing if the object has a different
     * slug.
     */
    async park(id: string, slug: string): Promise<void> {
      const { numUpdatedRows } = await db
        .updateTable('objects')
        // No slug contains a space, so the placeholder is never taken.
        .set({ slug: `moving ${id}` })
        .where('bucket_id', '=', bucketId)
        .where('id', '=', id)
        .where('slug', '=', slug)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) parked.set(id, slug)
    },

    /** Returns an object with the slug that it had before it was parked. */
    withSlug(object: StoredObject): StoredObject {
      const slug = parked.get(object.id)
      return slug === undefined ? object : { ...object, state: { ...object.state, slug } }
    },

    /** Records that an object was written. */
    written: (id: string) => void parked.delete(id),

    /** @throws when an object was left with a placeholder, so that the write is rolled back */
    close(): void {
      if (parked.size > 0) throw new Error(`Objects without a slug: ${[...parked.keys()].join()}`)
    },
  }
}

export type SlugMoves = ReturnType<typeof createSlugMoves>
