import {
  addObjectType,
  deleteObjectType,
  duplicateObjectType,
  reorderObjectTypes,
  updateObjectType,
} from '@typecase/contract/object-types'
import { migrateObjectType } from '@typecase/contract/object-types-migrate'

import type { App } from '../../app.ts'
import { AT_ONCE } from '../../bulk/change-many.ts'
import { stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { openBucket } from '../buckets/bucket-access.ts'
import { bucketChanged } from '../buckets/bucket-changed.ts'
import { firstFree } from '../buckets/slug-from-title.ts'
import { wholeListOrder } from '../buckets/whole-list-order.ts'
import { withNewIds } from './metafield-ids.ts'
import { requestedType } from './migrate/requested-type.ts'
import { changeType } from './migrate/change-type.ts'
import { enqueueMigration, registerMigrateJob } from './migrate/migrate-job.ts'
import { migrationBetween } from './migrate/migration.ts'
import { migrationTitle } from './migrate/migration-title.ts'
import { countOfType } from './migrate/objects-of-type.ts'
import { planMigration } from './migrate/plan-migration.ts'
import { countObjects } from './object-counts.ts'
import {
  addOneType,
  deleteOneType,
  existingType,
  insertType,
  typeAfter,
  updateOneType,
  withObjectsOf,
} from './one-type.ts'
import { checkPosition } from './type-position.ts'
import { listObjectTypes, rankObjectTypes, typeSlugs } from './store.ts'

export function routes(app: App): Route[] {
  const { db } = app
  registerMigrateJob(app)

  return [
    handle(addObjectType, async ({ principal, body: { slug, data }, commit }) => {
      const access = await openBucket(db, principal, slug, 'types:write')
      return addOneType(app, access, commit, data)
    }),

    handle(updateObjectType, async ({ principal, body, ifMatch }) => {
      const access = await openBucket(db, principal, body.slug, 'types:write')
      return updateOneType(app, access, body.type_slug, body.data, ifMatch ?? body.rev)
    }),

    handle(migrateObjectType, async ({ principal, body, ifMatch, reply, signal, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'types:write')
      const counts = await countObjects(app, access)
      const before = await existingType(db.read, access, body.object_type, counts)
      const rev = ifMatch ?? body.rev
      if (rev !== undefined && rev !== before.rev) throw stale(before)
      const after = await requestedType(db.read, access, before, body)
      await checkPosition(db.read, access, before, after)
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
          // Another request may have changed the type since it was read.
          const now = await existingType(write.db, access, body.object_type, counts)
          if (now.rev !== before.rev) throw stale(now)
          const migrated = await changeType(app, write, access, now, after)
          const { matched = 0, modified = 0, failed = [], changeSetId = null } = migrated ?? {}
          return {
            matched,
            modified,
            unchanged: matched - modified,
            failed,
            change_set_id: changeSetId,
            object_type: await typeAfter(write, access, now, after.slug),
          }
        },
        await withObjectsOf(app, access, before.slug),
      )
    }),

    handle(
      duplicateObjectType,
      async ({ principal, body: { slug, type_slug: typeSlug }, commit }) => {
        const access = await openBucket(db, principal, slug, 'types:write')
        return commit(async (write) => {
          const source = await existingType(write.db, access, typeSlug)
          await bucketChanged(app, write, access)
          return insertType(app, write, access, {
            ...source,
            title: `${source.title} copy`,
            slug: firstFree(`${source.slug}-copy`, await typeSlugs(write.db, access)),
            metafields: withNewIds(source.metafields),
          })
        }, access)
      },
    ),

    handle(deleteObjectType, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug, 'types:write')
      return deleteOneType(app, access, query.type_slug)
    }),

    handle(
      reorderObjectTypes,
      async ({ principal, body: { slug, object_type_slugs: slugs }, commit }) => {
        const access = await openBucket(db, principal, slug, 'types:write')
        const counts = await countObjects(app, access)
        return commit(async (write) => {
          const current = await typeSlugs(write.db, access)
          const order = wholeListOrder(current, slugs, 'object_type_slugs')
          await bucketChanged(app, write, access)
          await rankObjectTypes(write.db, access, order)
          return { object_types: await listObjectTypes(write.db, access, counts) }
        }, access)
      },
    ),
  ]
}
