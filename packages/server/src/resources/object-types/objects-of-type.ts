import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess, BumpedBucket } from '../buckets/bucket-access.ts'
import '../change-sets/tables.ts'
import { trashState } from '../objects/model/state.ts'
import { readObjects } from '../objects/store/store.ts'
import '../objects/store/tables.ts'
import { webhookBatch } from '../webhooks/fire.ts'
import { changeOfObject } from '../webhooks/content-change.ts'

/** Maximum number of rows that one statement changes. Larger changes run page by page in a long write. */
const PAGE = 200

/** Whether a type has so many objects, including trashed ones, that changing all of them requires a long write. */
export async function hasMany(
  db: Reader,
  { bucketId }: BucketAccess,
  type: string,
): Promise<boolean> {
  const oneMore = await db
    .selectFrom('objects')
    .select('id')
    .where('bucket_id', '=', bucketId)
    .where('type', '=', type)
    .limit(1)
    .offset(PAGE)
    .executeTakeFirst()
  return oneMore !== undefined
}

/** Yields the ids of all objects of a type in pages, including trashed ones, in the order of the index on ranks. */
async function* idsOfType(
  { db, pause }: Write,
  { bucketId }: BucketAccess,
  type: string,
): AsyncGenerator<string[]> {
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = await db
      .selectFrom('objects')
      .select(['id', 'rank'])
      .where('bucket_id', '=', bucketId)
      .where('type', '=', type)
      .where('rank', '>', after)
      .orderBy('rank')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ id }) => id)
    after = last.rank
    await pause()
  }
}

/**
 * Moves all objects of a type, including trashed ones, to its new slug.
 * @param version the bucket's new version, which the write has already raised
 */
export async function moveObjectsToType(
  write: Write,
  access: BucketAccess,
  from: string,
  to: string,
  version: number,
): Promise<void> {
  const { db } = write
  const { bucketId } = access
  // Trashed objects of a deleted type with the new slug may occupy ranks, so the moved objects go after them.
  const ranksOf = (type: string) =>
    db
      .selectFrom('objects')
      .select((eb) => [
        eb.fn.max<number | null>('rank').as('last'),
        eb.fn.min<number | null>('rank').as('first'),
      ])
      .where('bucket_id', '=', bucketId)
      .where('type', '=', type)
      .executeTakeFirstOrThrow()
  const { last } = await ranksOf(to)
  const shift = last === null ? 0 : last - ((await ranksOf(from)).first ?? 0) + 1
  for await (const ids of idsOfType(write, access, from)) {
    await db
      .updateTable('objects')
      .set((eb) => ({ type: to, rank: eb('rank', '+', shift), version, rev: eb('rev', '+', 1) }))
      .where('bucket_id', '=', bucketId)
      .where('id', 'in', ids)
      .execute()
    await db
      .updateTable('published_objects')
      .set((eb) => ({ type: to, rank: eb('rank', '+', shift), version }))
      .where('bucket_id', '=', bucketId)
      .where('id', 'in', ids)
      .execute()
  }
  await moveRemembered(write, access, from, to, shift)
}

/**
 * Moves the change sets' items of a type to its new slug and shifts their ranks, so that changes of the order can still
 * be undone.
 */
async function moveRemembered(
  { db, pause }: Write,
  { bucketId }: BucketAccess,
  from: string,
  to: string,
  shift: number,
): Promise<void> {
  for (let after = { change_set_id: '', place: -1 }; ;) {
    const items = await db
      .selectFrom('change_set_items')
      .select(['change_set_id', 'place'])
      .where('bucket_id', '=', bucketId)
      .where((eb) =>
        eb(eb.refTuple('change_set_id', 'place'), '>', eb.tuple(after.change_set_id, after.place)),
      )
      .orderBy('change_set_id')
      .orderBy('place')
      .limit(PAGE)
      .execute()
    const last = items.at(-1)
    if (!last) return
    await db
      .updateTable('change_set_items')
      .set((eb) => ({
        type: to,
        rank_before: eb('rank_before', '+', shift),
        rank_after: eb('rank_after', '+', shift),
      }))
      .where('bucket_id', '=', bucketId)
      .where('type', '=', from)
      .where((eb) => {
        const key = eb.refTuple('change_set_id', 'place')
        return eb.and([
          eb(key, '>', eb.tuple(after.change_set_id, after.place)),
          eb(key, '<=', eb.tuple(last.change_set_id, last.place)),
        ])
      })
      .execute()
    after = last
    await pause()
  }
}

/**
 * Moves the live objects of a type to the trash, with the same timestamp as the type, so that both are restored
 * together.
 */
export async function trashObjectsOfType(
  clock: Clock,
  write: Write,
  access: BucketAccess,
  type: string,
  now: string,
  { version, firesWebhooks }: BumpedBucket,
): Promise<void> {
  const { db } = write
  const { bucketId, userId } = access
  for await (const ids of idsOfType(write, access, type)) {
    if (firesWebhooks) await fireDeletions(clock, write, access, ids)
    await db
      .updateTable('published_objects')
      .set({ deleted_at: now, version })
      .where('bucket_id', '=', bucketId)
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute()
    await db
      .updateTable('objects')
      .set((eb) => ({
        deleted_at: now,
        deleted_by: userId,
        version,
        // A new state, so that an older change set is not undone over it.
        rev: eb('rev', '+', 1),
        state_rev: eb('rev', '+', 1),
      }))
      .where('bucket_id', '=', bucketId)
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute()
  }
}

/** Fires webhooks for objects that move to the trash. */
async function fireDeletions(
  clock: Clock,
  write: Write,
  access: BucketAccess,
  ids: readonly string[],
): Promise<void> {
  const firing = webhookBatch(clock, write, access, 'objects')
  const now = { now: clock.iso(), userId: access.userId }
  for (const object of (await readObjects(write.db, access, ids)).values()) {
    firing.add(changeOfObject({ ...object, state: trashState(object.state, now) }, object.state))
  }
  await firing.fire()
}
