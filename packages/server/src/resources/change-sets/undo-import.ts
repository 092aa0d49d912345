import type { ChangeSet } from '@typecase/contract/change-sets'

import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { softDeleteObjectType, typesChanged } from '../object-types/store.ts'
import type { Services } from '../objects/store/write-objects.ts'
import { takeWithinLimits } from '../plans/limits.ts'
import { importKinds } from './retention.ts'
import { findChangeSet } from './store.ts'
import '../object-types/tables.ts'

/** The import behind a change set that is to be undone. */
interface ImportUndo {
  import: ChangeSet
  /** Whether undoing the change set undoes the import, rather than redoing it. */
  isUndo: boolean
}

/**
 * Follows a chain of undone change sets back to an import. @returns undefined if it began with another kind of change
 */
export async function importBehind(
  db: Reader,
  access: BucketAccess,
  undone: ChangeSet,
): Promise<ImportUndo | undefined> {
  let first: ChangeSet | undefined = undone
  let isUndo = true
  while (first?.undo_of) {
    first = await findChangeSet(db, access, first.undo_of)
    isUndo = !isUndo
  }
  if (!first || !importKinds.includes(first.kind)) return undefined
  return { import: first, isUndo }
}

/** Restores the object types that the undo of an import removed, before their objects are restored. */
export async function bringTypesBack(
  services: Services,
  { db }: Write,
  access: BucketAccess,
  undone: ChangeSet,
): Promise<void> {
  const types = await db
    .selectFrom('object_types as t')
    .select('id')
    .where('bucket_id', '=', access.bucketId)
    .where('deleted_at', '=', undone.created_at)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('object_types as other')
            .select('other.id')
            .whereRef('other.bucket_id', '=', 't.bucket_id')
            .whereRef('other.slug', '=', 't.slug')
            .where('other.deleted_at', 'is', null),
        ),
      ),
    )
    .execute()
  if (types.length === 0) return
  await takeWithinLimits(services, { db }, access, { object_types: types.length })
  const ids = types.map(({ id }) => id)
  await db
    .updateTable('object_types')
    .set((eb) => ({ deleted_at: null, rev: eb('rev', '+', 1) }))
    .where('bucket_id', '=', access.bucketId)
    .where('id', 'in', ids)
    .execute()
  await typesChanged(db, access)
}

/**
 * Removes the object types that an import added, if they are unchanged and have no objects except those that this undo
 * moved to the trash.
 * @param services with a stopped clock, so that the types are deleted at the exact time of the undo, by which a redo
 * finds them
 */
export async function removeTypesOf(
  { clock }: Pick<Services, 'clock'>,
  { db }: Write,
  access: BucketAccess,
  importSet: ChangeSet,
): Promise<void> {
  const { bucketId } = access
  const now = clock.iso()
  const types = await db
    .selectFrom('object_types as t')
    .select('id')
    .where('bucket_id', '=', bucketId)
    .where('created_at', '=', importSet.created_at)
    .where('modified_at', '=', importSet.created_at)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('objects as o')
            .select('o.id')
            .whereRef('o.bucket_id', '=', 't.bucket_id')
            .whereRef('o.type', '=', 't.slug')
            .where((one) =>
              one.or([one('o.deleted_at', 'is', null), one('o.deleted_at', '<>', now)]),
            ),
        ),
      ),
    )
    .execute()
  for (const { id } of types) await softDeleteObjectType(db, access, id, now)
}
