import type { Reader } from '../../../database/database.ts'
import { countOf } from '../../../database/expressions.ts'
import { inChunks } from '../../../jobs/pace.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { StoredObject } from '../../objects/model/state.ts'
import { readObjects } from '../../objects/store/store.ts'
import { findObjectTypeById } from '../store.ts'

/**
 * Yields all objects of a type in pages, including trashed ones, since they may be restored. Yields to other requests
 * between pages.
 * @throws the signal's reason
 */
export function objectsOfType(
  db: Reader,
  access: BucketAccess,
  type: string,
  signal?: AbortSignal,
): AsyncGenerator<readonly StoredObject[]> {
  let after = Number.MIN_SAFE_INTEGER
  const next = async (count: number): Promise<StoredObject[]> => {
    // Paging follows the index on ranks, which no migration changes.
    const rows = await db
      .selectFrom('objects')
      .select(['rank', 'id'])
      .where('bucket_id', '=', access.bucketId)
      .where('type', '=', type)
      .where('rank', '>', after)
      .orderBy('rank')
      .limit(count)
      .execute()
    after = rows.at(-1)?.rank ?? after
    const ids = rows.map(({ id }) => id)
    const objects = await readObjects(db, access, ids, 'any')
    return ids.flatMap((id) => objects.get(id) ?? [])
  }
  return inChunks(next, signal, MS_EACH)
}

/** Initial estimate of the time per object, ms. */
const MS_EACH = 0.2

/** Counts the objects of a type, including trashed ones. */
export const countOfType = (
  db: Reader,
  { bucketId }: BucketAccess,
  type: string,
): Promise<number> =>
  countOf(db.selectFrom('objects').where('bucket_id', '=', bucketId).where('type', '=', type))

/** Counts the objects of a type by its id; 0 if the type was deleted. */
export async function countOfTypeId(
  db: Reader,
  access: BucketAccess,
  typeId: string,
): Promise<number> {
  const type = await findObjectTypeById(db, access, typeId)
  return type ? countOfType(db, access, type.slug) : 0
}
