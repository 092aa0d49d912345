import { newId } from '@typecase/contract/ids'
import type { BodyOf } from '@typecase/contract/endpoint'
import type { addObjectType, ObjectType, updateObjectType } from '@typecase/contract/object-types'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { BucketScope, Write } from '../../database/write-queue.ts'
import { notFound, stale } from '../../http/failure.ts'
import type { Commit } from '../../http/handle.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { bucketChanged, contentChanged } from '../buckets/bucket-changed.ts'
import { NEW } from '../buckets/reserved-slugs.ts'
import { firstFree, wordSlug } from '../buckets/slug-from-title.ts'
import { takeWithinLimits } from '../plans/limits.ts'
import { assertAddOn, turnsLocalizationOn } from '../projects/add-ons.ts'
import { followType } from '../teams/grants.ts'
import { changeType } from './migrate/change-type.ts'
import { countObjects, type ObjectCounts } from './object-counts.ts'
import { hasMany, trashObjectsOfType } from './objects-of-type.ts'
import { checkFolder, slugTaken } from './type-position.ts'
import {
  findObjectType,
  insertObjectType,
  type NewObjectType,
  softDeleteObjectType,
  typeSlugs,
} from './store.ts'
import { changedType, newType } from './type-draft.ts'

/** Returns a type of the bucket by its slug. @throws Failure `not_found` if no live type has it */
export async function existingType(
  reader: Reader,
  access: BucketAccess,
  slug: string,
  counts?: ObjectCounts,
): Promise<ObjectType> {
  const type = await findObjectType(reader, access, slug, counts)
  if (!type) throw notFound('Object type')
  return type
}

/** Returns a type after a write that did not change the number of its objects. */
export async function typeAfter(
  { db }: Write,
  access: BucketAccess,
  { total_objects }: ObjectType,
  slug: string,
): Promise<ObjectType> {
  return { ...(await existingType(db, access, slug)), total_objects }
}

/** Returns the scope for a write that may change all objects of a type: a long write if there are many. */
export async function withObjectsOf(
  { db }: Pick<App, 'db'>,
  access: BucketAccess,
  type: string,
): Promise<BucketScope> {
  return { bucketId: access.bucketId, isLong: await hasMany(db.read, access, type) }
}

/** Stores a new type, which has no objects yet. */
export async function insertType(
  app: Pick<App, 'clock' | 'settings'>,
  write: Write,
  access: BucketAccess,
  type: NewObjectType,
) {
  const { clock } = app
  const { db } = write
  await checkFolder(db, access, type)
  await takeWithinLimits(app, write, access, { object_types: 1 })
  if (turnsLocalizationOn(undefined, type))
    await assertAddOn({ ...app, db: { read: db } }, access, 'localization')
  await insertObjectType(db, access, newId(clock.now()), type, clock.iso())
  return { object_type: await existingType(db, access, type.slug) }
}

/** Adds an object type. */
export const addOneType = (
  app: App,
  access: BucketAccess,
  commit: Commit,
  data: BodyOf<typeof addObjectType>['data'],
) =>
  commit(async (write) => {
    await bucketChanged(app, write, access)
    const taken = await typeSlugs(write.db, access)
    if (data.slug !== undefined && taken.includes(data.slug)) throw slugTaken()
    const free = data.slug ?? firstFree(wordSlug(data.title, 'type'), [NEW, ...taken])
    return insertType(app, write, access, newType(data, free))
  }, access)

/** Changes an object type and its objects. @param rev the `rev` that the caller started from, if sent */
export async function updateOneType(
  app: App,
  access: BucketAccess,
  slug: string,
  data: BodyOf<typeof updateObjectType>['data'],
  rev?: number,
) {
  const counts = await countObjects(app, access)
  const update = async (write: Write) => {
    const before = await existingType(write.db, access, slug, counts)
    if (rev !== undefined && rev !== before.rev) throw stale(before)
    const after = changedType(before, data)
    await changeType(app, write, access, before, after)
    return { object_type: await typeAfter(write, access, before, after.slug) }
  }
  return app.db.write(update, await withObjectsOf(app, access, slug))
}

/** Deletes an object type; its objects go to the trash. */
export async function deleteOneType(app: App, access: BucketAccess, slug: string) {
  const { db, clock } = app
  return db.write(
    async (write) => {
      const type = await existingType(write.db, access, slug)
      const deleted = { objects: null, types: [type.slug] }
      const bumped = await contentChanged(app, write, access, () => deleted)
      const now = clock.iso()
      await softDeleteObjectType(write.db, access, type.id, now)
      await followType(write.db, access.bucketId, type.slug, null)
      await trashObjectsOfType(clock, write, access, type.slug, now, bumped)
      return { message: `Object type with slug '${type.slug}' deleted successfully from bucket.` }
    },
    await withObjectsOf(app, access, slug),
  )
}
