import {
  addObjectTypeFolder,
  deleteObjectTypeFolder,
  type ObjectTypeFolder,
  reorderObjectTypeFolders,
  updateObjectTypeFolder,
} from '@typecase/contract/object-type-folders'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { conflict, invalid, notFound, stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { bucketChanged } from '../buckets/bucket-changed.ts'
import { firstFree, wordSlug } from '../buckets/slug-from-title.ts'
import { wholeListOrder } from '../buckets/whole-list-order.ts'
import { typeSlugs } from '../object-types/store.ts'
import {
  fillFolder,
  findFolder,
  insertFolder,
  listFolders,
  rankFolders,
  removeFolder,
  saveFolder,
} from './store.ts'

export function routes(app: App): Route[] {
  const { db } = app
  return [
    handle(addObjectTypeFolder, async ({ principal, body: { slug, data }, commit }) => {
      const access = await openBucket(db, principal, slug, 'types:write')
      return commit(async (write) => {
        const taken = (await listFolders(write.db, access)).map((folder) => folder.slug)
        if (data.slug !== undefined && taken.includes(data.slug)) throw slugTaken()
        const free = data.slug ?? firstFree(wordSlug(data.title, 'folder'), taken)
        await bucketChanged(app, write, access)
        const folder = { slug: free, title: data.title, emoji: data.emoji ?? '' }
        await insertFolder(write.db, access, folder)
        await fill(write.db, access, free, data.object_type_slugs)
        return { object_type_folder: await existing(write.db, access, free) }
      }, access)
    }),

    handle(updateObjectTypeFolder, async ({ principal, body, ifMatch, commit }) => {
      const { slug, object_type_folder_slug: folderSlug, data } = body
      const access = await openBucket(db, principal, slug, 'types:write')
      return commit(async (write) => {
        const before = await existing(write.db, access, folderSlug)
        const rev = ifMatch ?? body.rev
        if (rev !== undefined && rev !== before.rev) throw stale(before)
        const after = {
          slug: data.slug ?? before.slug,
          title: data.title ?? before.title,
          emoji: data.emoji ?? before.emoji,
        }
        const isRenamed = after.slug !== before.slug
        if (isRenamed && (await findFolder(write.db, access, after.slug))) throw slugTaken()
        await bucketChanged(app, write, access)
        await saveFolder(write.db, access, before.slug, after)
        await fill(write.db, access, after.slug, data.object_type_slugs)
        return { object_type_folder: await existing(write.db, access, after.slug) }
      }, access)
    }),

    handle(reorderObjectTypeFolders, async ({ principal, body, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'types:write')
      return commit(async (write) => {
        const current = (await listFolders(write.db, access)).map((folder) => folder.slug)
        const order = wholeListOrder(
          current,
          body.object_type_folder_slugs,
          'object_type_folder_slugs',
        )
        await bucketChanged(app, write, access)
        await rankFolders(write.db, access, order)
        return { object_type_folders: await listFolders(write.db, access) }
      }, access)
    }),

    handle(deleteObjectTypeFolder, async ({ principal, query, commit }) => {
      const access = await openBucket(db, principal, query.slug, 'types:write')
      return commit(async (write) => {
        const folder = await existing(write.db, access, query.object_type_folder_slug)
        await bucketChanged(app, write, access)
        await removeFolder(write.db, access, folder.slug)
        return { message: `Folder '${folder.slug}' deleted; its object types stay.` }
      }, access)
    }),
  ]
}

/** Finds a folder by its slug. @throws Failure `not_found` if the bucket has none with it */
async function existing(db: Reader, access: BucketAccess, slug: string): Promise<ObjectTypeFolder> {
  const folder = await findFolder(db, access, slug)
  if (!folder) throw notFound('Object type folder')
  return folder
}

/** Sets the object types of a folder. @throws Failure `invalid` for a slug that no object type of the bucket has */
async function fill(
  db: Reader,
  access: BucketAccess,
  folderSlug: string,
  slugs: readonly string[] | undefined,
): Promise<void> {
  if (!slugs) return
  const existing = new Set(await typeSlugs(db, access))
  const unknown = slugs.findIndex((slug) => !existing.has(slug))
  if (unknown >= 0) {
    const path = `data.object_type_slugs.${unknown}`
    throw invalid(path, `${path} is not an object type of this bucket`, 'unknown')
  }
  await fillFolder(db, access, folderSlug, slugs)
}

const slugTaken = () =>
  conflict('Another folder has this slug.', [
    { path: 'data.slug', message: 'data.slug is taken by another folder', rule: 'unique' },
  ])
