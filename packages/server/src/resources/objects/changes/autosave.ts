import type { Clock } from '../../../clock.ts'
import type { Reader } from '../../../database/database.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { Reason } from '../../change-sets/store.ts'
import type { StoredObject } from '../model/state.ts'
import '../../change-sets/tables.ts'
import '../../revisions/tables.ts'

/** Milliseconds of writing that one change set holds. */
const RUN_MS = 10 * 60_000

const KIND = 'autosave'

export const autosaveReason = (title: string): Reason => ({
  kind: KIND,
  title: `Autosave “${title}”`,
})

/**
 * The change set that an autosave of an object goes on with: the one of the autosave before, if the same person made it
 * lately, and nothing happened to the object since.
 */
export async function autosaveBefore(
  clock: Clock,
  db: Reader,
  { bucketId, userId, extension }: BucketAccess,
  { id, state_rev }: StoredObject,
): Promise<string | undefined> {
  const newest = await db
    .selectFrom('revisions')
    .select('change_set_id')
    .where('bucket_id', '=', bucketId)
    .where('object_id', '=', id)
    .orderBy('rev', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest?.change_set_id) return undefined
  const run = await db
    .selectFrom('change_sets as c')
    .innerJoin('change_set_items as i', (join) =>
      join.onRef('i.bucket_id', '=', 'c.bucket_id').onRef('i.change_set_id', '=', 'c.id'),
    )
    .select('c.id')
    .where('c.bucket_id', '=', bucketId)
    .where('c.id', '=', newest.change_set_id)
    .where('c.kind', '=', KIND)
    .where('c.created_by', '=', userId)
    .where('c.extension_id', extension === null ? 'is' : '=', extension)
    .where('c.created_at', '>', new Date(clock.now() - RUN_MS).toISOString())
    .where('i.object_id', '=', id)
    .where('i.rev_after', '=', state_rev)
    .executeTakeFirst()
  return run?.id
}
