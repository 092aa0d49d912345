import { newId } from '@typecase/contract/ids'
import {
  addObjectType,
  deleteObjectType,
  duplicateObjectType,
  type ObjectType,
  reorderObjectTypes,
  updateObjectType,
} from '@typecase/contract/object-types'
import { migrateObjectType } from '@typecase/contract/object-types-migrate'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { Write, WriteOptions } from '../../database/write-queue.ts'
import { notFound, stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { followType } from '../teams/grants.ts'
import { bucketChanged } from '../buckets/bucket-changed.ts'
import { NEW } from '../buckets/reserved-slugs.ts'
import { firstFree, wordSlug } from '../buckets/slug-from-title.ts'
import { wholeListOrder } from '../buckets/whole-list-order.ts'
import { AT_ONCE } from '../../bulk/change-many.ts'
import { withNewIds } from './metafield-ids.ts'
import { typeAsked } from './migrate/asked-type.ts'
import { changeType } from './migrate/change-type.ts'
import { enqueueMigration, registerMigrateJob } from './migrate/migrate-job.ts'
import { migrationBetween } from './migrate/migration.ts'
import { migrationTitle } from './migrate/migration-title.ts'
import { countOfType } from './migrate/objects-of-type.ts'
import { planMigration } from './migrate/plan-migration.ts'
import { countObjects, type ObjectCounts } from './object-counts.ts'
import { hasMany, trashObjectsOfType } from './objects-of-type.ts'
import { checkFolder, checkPlace, slugTaken } from './place-of-type.ts'
import {
  findObjectType,
  insertObjectType,
  listObjectTypes,
  type NewObjectType,
  rankObjectTypes,
  softDeleteObjectType,
  typeSlugs,
} from './store.ts'
import { changedType, newType } from './type-draft.ts'

export function routes(app: App): Route[] {
  const { db, clock } = app
  registerMigrateJob(app)

  /** @throws Failure `not_found` for a slug that no live type of the bucket has */
  async function existing(
    reader: Reader,
    access: BucketAccess,
    slug: string,
    counts?: ObjectCounts,
  ): Promise<ObjectType> {
    const type = await findObjectType(reader, access, slug, counts)
    if (!type) throw notFound('Object type')
    return type
  }

  /** A type after a write that kept all of its objects. */
  async function changed(
    { db: reader }: Write,
    access: BucketAccess,
    before: ObjectType,
    slug: string,
  ) {
    const { total_objects } = before
    return { ...(await existing(reader, access, slug)), total_objects }
  }

  /** How a write is run that takes all objects of a type along. */
  async function ofType(access: BucketAccess, type: string): Promise<WriteOptions> {
    return { bucketId: access.bucketId, isLong: await hasMany(db.read, access, type) }
  }

  async function insert(reader: Reader, access: BucketAccess, type: NewObjectType) {
    await checkFolder(reader, access, type)
    await insertObjectType(reader, access, newId(clock.now()), type, clock.iso())
    // It has no objects yet.
    return { object_type: await existing(reader, access, type.slug) }
  }

  return [
    handle(addObjectType, async ({ principal, body: { slug, data }, commit }) => {
      const access = await openBucket(db, principal, slug, 'types:write')
      return commit(async (write) => {
        await bucketChanged(app, write, access)
        const taken = await typeSlugs(write.db, access)
        if (data.slug !== undefined && taken.includes(data.slug)) throw slugTaken()
        const free = data.slug ?? firstFree(wordSlug(data.title, 'type'), [NEW, ...taken])
        return insert(write.db, access, newType(data, free))
      }, access)
    }),

    handle(updateObjectType, async ({ principal, body, ifMatch }) => {
      const access = await openBucket(db, principal, body.slug, 'types:write')
      const counts = await countObjects(app, access)
      const update = async (write: Write) => {
        const before = await existing(write.db, access, body.type_slug, counts)
        const rev = ifMatch ?? body.rev
        if (rev !== undefined && rev !== before.rev) throw stale(before)
        const after = changedType(before, body.data)
        await changeType(app, write, access, before, after)
        return { object_type: await changed(write, access, before, after.slug) }
      }
      return db.write(update, await ofType(access, body.type_slug))
    }),

    handle(migrateObjectType, async ({ principal, body, ifMatch, reply, signal, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'types:write')
      const counts = await countObjects(app, access)
      const before = await existing(db.read, access, body.object_type, counts)
      const rev = ifMatch ?? body.rev
      if (rev !== undefined && rev !== before.rev) throw stale(before)
      const after = await typeAsked(db.read, access, before, body)
      await checkPlace(db.read, access, before, after)
      const migration = migrationBetween(before.metafields, after.metafields)
      if (body.dry_run) {
        const plan = await planMigration(app, access, before.slug, migration, signal)
        return { ...plan, object_type: before }
      }
      const total = migration ? await countOfType(db.read, access, before.slug) : 0
      if (migration && total > AT_ONCE) {
        const title = migrationTitle(after.title, migration)
        reply.code(202)
        return { job: await enqueueMigration(app, access, title, before, after, total) }
      }
      return commit(
        async (write) => {
          // Somebody may have been faster.
          const now = await existing(write.db, access, body.object_type, counts)
          if (now.rev !== before.rev) throw stale(now)
          const migrated = await changeType(app, write, access, now, after)
          const { matched = 0, modified = 0, failed = [], changeSetId = null } = migrated ?? {}
          return {
            matched,
            modified,
            unchanged: matched - modified,
            failed,
            change_set_id: changeSetId,
            object_type: await changed(write, access, now, after.slug),
          }
        },
        await ofType(access, before.slug),
      )
    }),

    handle(
      duplicateObjectType,
      async ({ principal, body: { slug, type_slug: typeSlug }, commit }) => {
        const access = await openBucket(db, principal, slug, 'types:write')
        return commit(async (write) => {
          const source = await existing(write.db, access, typeSlug)
          await bucketChanged(app, write, access)
          return insert(write.db, access, {
            ...source,
            title: `${source.title} copy`,
            slug: firstFree(`${source.slug}-copy`, await typeSlugs(write.db, access)),
            metafields: withNewIds(source.metafields),
          })
        }, access)
      },
    ),

    handle(deleteObjectType, async ({ principal, query: { slug, type_slug: typeSlug } }) => {
      const access = await openBucket(db, principal, slug, 'types:write')
      return db.write(
        async (write) => {
          const type = await existing(write.db, access, typeSlug)
          const version = await bucketChanged(app, write, access)
          const now = clock.iso()
          await softDeleteObjectType(write.db, access, type.id, now)
          await followType(write.db, access.bucketId, type.slug, null)
          await trashObjectsOfType(write, access, type.slug, now, version)
          return {
            message: `Object type with slug '${type.slug}' deleted successfully from bucket.`,
          }
        },
        await ofType(access, typeSlug),
      )
    }),

    handle(
      reorderObjectTypes,
      async ({ principal, body: { slug, object_type_slugs: wanted }, commit }) => {
        const access = await openBucket(db, principal, slug, 'types:write')
        const counts = await countObjects(app, access)
        return commit(async (write) => {
          const current = await typeSlugs(write.db, access)
          const order = wholeListOrder(current, wanted, 'object_type_slugs')
          await bucketChanged(app, write, access)
          await rankObjectTypes(write.db, access, order)
          return { object_types: await listObjectTypes(write.db, access, counts) }
        }, access)
      },
    ),
  ]
}
