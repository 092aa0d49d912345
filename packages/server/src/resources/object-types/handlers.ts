import { newId } from '@typecase/contract/ids'
import {
  addObjectType,
  deleteObjectType,
  duplicateObjectType,
  type ObjectType,
  reorderObjectTypes,
  updateObjectType,
} from '@typecase/contract/object-types'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { conflict, invalid, notFound, stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { bucketChanged } from '../buckets/bucket-changed.ts'
import { NEW } from '../buckets/reserved-slugs.ts'
import { firstFree, wordSlug } from '../buckets/slug-from-title.ts'
import { wholeListOrder } from '../buckets/whole-list-order.ts'
import { keyRenames } from './key-renames.ts'
import { withNewIds } from './metafield-ids.ts'
import { moveObjectsToType, moveValues, trashObjectsOfType } from './objects-of-type.ts'
import {
  findObjectType,
  hasFolder,
  insertObjectType,
  listObjectTypes,
  type NewObjectType,
  rankObjectTypes,
  renameReferences,
  saveObjectType,
  softDeleteObjectType,
  typeSlugs,
} from './store.ts'
import { changedType, newType } from './type-draft.ts'

export function routes(app: App): Route[] {
  const { db, clock } = app

  /** @throws Failure `not_found` for a slug that no live type of the bucket has */
  async function existing(reader: Reader, access: BucketAccess, slug: string): Promise<ObjectType> {
    const type = await findObjectType(reader, access, slug)
    if (!type) throw notFound('Object type')
    return type
  }

  async function insert(reader: Reader, access: BucketAccess, type: NewObjectType) {
    await checkFolder(reader, access, type)
    await insertObjectType(reader, access, newId(clock.now()), type, clock.iso())
    return { object_type: await existing(reader, access, type.slug) }
  }

  return [
    handle(addObjectType, async ({ principal, body: { slug, data } }) => {
      const access = await openBucket(db, principal, slug, 'types:write')
      return db.write(async (write) => {
        await bucketChanged(app, write, access)
        const taken = await typeSlugs(write.db, access)
        if (data.slug !== undefined && taken.includes(data.slug)) throw slugTaken()
        const free = data.slug ?? firstFree(wordSlug(data.title, 'type'), [NEW, ...taken])
        return insert(write.db, access, newType(data, free))
      })
    }),

    handle(updateObjectType, async ({ principal, body, ifMatch }) => {
      const access = await openBucket(db, principal, body.slug, 'types:write')
      return db.write(async (write) => {
        const before = await existing(write.db, access, body.type_slug)
        const rev = ifMatch ?? body.rev
        if (rev !== undefined && rev !== before.rev) throw stale(before)
        const after = changedType(before, body.data)
        await checkFolder(write.db, access, after)

        const version = await bucketChanged(app, write, access)
        const now = clock.iso()
        const isRenamed = after.slug !== before.slug
        if (isRenamed && (await typeSlugs(write.db, access)).includes(after.slug)) throw slugTaken()
        await saveObjectType(write.db, access, before.id, after, now)
        if (isRenamed) {
          await moveObjectsToType(write.db, access, before.slug, after.slug, version)
          await renameReferences(write.db, access, before.slug, after.slug, now)
        }
        const renames = keyRenames(before.metafields, after.metafields)
        if (renames) await moveValues(write.db, access, after.slug, renames, version)
        return { object_type: await existing(write.db, access, after.slug) }
      })
    }),

    handle(duplicateObjectType, async ({ principal, body: { slug, type_slug: typeSlug } }) => {
      const access = await openBucket(db, principal, slug, 'types:write')
      return db.write(async (write) => {
        const source = await existing(write.db, access, typeSlug)
        await bucketChanged(app, write, access)
        return insert(write.db, access, {
          ...source,
          title: `${source.title} copy`,
          slug: firstFree(`${source.slug}-copy`, await typeSlugs(write.db, access)),
          metafields: withNewIds(source.metafields),
        })
      })
    }),

    handle(deleteObjectType, async ({ principal, query: { slug, type_slug: typeSlug } }) => {
      const access = await openBucket(db, principal, slug, 'types:write')
      return db.write(async (write) => {
        const type = await existing(write.db, access, typeSlug)
        const version = await bucketChanged(app, write, access)
        const now = clock.iso()
        await softDeleteObjectType(write.db, access, type.id, now)
        await trashObjectsOfType(write.db, access, type.slug, now, version)
        return {
          message: `Object type with slug '${type.slug}' deleted successfully from bucket.`,
        }
      })
    }),

    handle(reorderObjectTypes, async ({ principal, body: { slug, object_type_slugs: wanted } }) => {
      const access = await openBucket(db, principal, slug, 'types:write')
      return db.write(async (write) => {
        const current = await typeSlugs(write.db, access)
        const order = wholeListOrder(current, wanted, 'object_type_slugs')
        await bucketChanged(app, write, access)
        await rankObjectTypes(write.db, access, order)
        return { object_types: await listObjectTypes(write.db, access) }
      })
    }),
  ]
}

// The words are those that clients look for.
const slugTaken = () =>
  conflict('Object Type slug is already used', [
    { path: 'data.slug', message: 'Object Type slug is already used', rule: 'unique' },
  ])

async function checkFolder(db: Reader, access: BucketAccess, { folder }: NewObjectType) {
  if (folder !== null && !(await hasFolder(db, access, folder))) {
    throw invalid('data.folder', 'data.folder is not a folder of this bucket', 'unknown')
  }
}
