import type { Reader } from '../../../database/database.ts'
import { createPace } from '../../../jobs/pace.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { StoredObject } from '../../objects/state.ts'
import { readObjects } from '../../objects/store.ts'
import { findObjectTypeById } from '../store.ts'

/** What other requests wait for at most while objects are looked at or written. */
const CHUNK_MS = 15
const FIRST = 50
const MS_EACH = 0.2

/**
 * All objects of a type in pages, trashed ones too: they may come back. Other requests have their turn in between.
 * @throws the signal's reason
 */
export async function* objectsOfType(
  db: Reader,
  access: BucketAccess,
  type: string,
  signal?: AbortSignal,
): AsyncGenerator<StoredObject[]> {
  const pace = createPace(CHUNK_MS, FIRST, MS_EACH)
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    signal?.throwIfAborted()
    const begun = performance.now()
    const { size } = pace
    // Along the index of ranks, which no migration changes.
    const rows = await db
      .selectFrom('objects')
      .select(['rank', 'id'])
      .where('bucket_id', '=', access.bucketId)
      .where('type', '=', type)
      .where('rank', '>', after)
      .orderBy('rank')
      .limit(size)
      .execute()
    const ids = rows.map(({ id }) => id)
    const objects = await readObjects(db, access, ids, 'any')
    yield ids.flatMap((id) => objects.get(id) ?? [])
    if (rows.length < size) return
    after = rows.at(-1)?.rank ?? after
    pace.took(rows.length, performance.now() - begun)
    await new Promise(setImmediate)
  }
}

/** How many there are. */
export async function countOfType(
  db: Reader,
  { bucketId }: BucketAccess,
  type: string,
): Promise<number> {
  const { total } = await db
    .selectFrom('objects')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('bucket_id', '=', bucketId)
    .where('type', '=', type)
    .executeTakeFirstOrThrow()
  return total
}

/** The same for a type by its id; none where it is gone. */
export async function countOfTypeId(
  db: Reader,
  access: BucketAccess,
  typeId: string,
): Promise<number> {
  const type = await findObjectTypeById(db, access, typeId)
  return type ? countOfType(db, access, type.slug) : 0
}
