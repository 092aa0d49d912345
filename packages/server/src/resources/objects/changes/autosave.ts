import type { Clock } from '../../../clock.ts'
import type { Reader } from '../../../database/database.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { Reason } from '../../change-sets/store.ts'
import { revisionsWithItems } from '../../revisions/store.ts'
import type { StoredObject } from '../model/state.ts'
import '../../change-sets/tables.ts'

/** How long one change set collects autosaves, in ms. */
const RUN_MS = 10 * 60_000

const KIND = 'autosave'

export const autosaveReason = (title: string): Reason => ({
  kind: KIND,
  title: `Autosave “${title}”`,
})

/**
 * Returns the change set that an autosave of an object continues: that of the previous autosave, if the same person
 * made it recently and the object has not changed since.
 */
export async function autosaveBefore(
  clock: Clock,
  db: Reader,
  { bucketId, userId, extension, client }: BucketAccess,
  { id, state_rev }: StoredObject,
): Promise<string | undefined> {
  const run = await revisionsWithItems(db, { bucketId, objectId: id })
    .innerJoin('change_sets as c', (join) =>
      join.onRef('c.bucket_id', '=', 'r.bucket_id').onRef('c.id', '=', 'r.change_set_id'),
    )
    .select('c.id')
    .where('r.rev', '=', (eb) =>
      eb
        .selectFrom('revisions')
        .select((newest) => newest.fn.max('rev').as('rev'))
        .where('bucket_id', '=', bucketId)
        .where('object_id', '=', id),
    )
    .where('c.kind', '=', KIND)
    .where('c.created_by', '=', userId)
    .where('c.extension_id', extension === null ? 'is' : '=', extension)
    .where('c.client', client === null ? 'is' : '=', client)
    .where('c.created_at', '>', new Date(clock.now() - RUN_MS).toISOString())
    .where('i.rev_after', '=', state_rev)
    .executeTakeFirst()
  return run?.id
}
