import {
  addMediaFolder,
  deleteMediaFolder,
  listMediaFolders,
  MAX_MEDIA_FOLDERS,
  reorderMediaFolders,
  updateMediaFolder,
} from '@typecase/contract/media-folders'

import type { App } from '../../app.ts'
import { conflict, invalid, stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { openBucket } from '../buckets/bucket-access.ts'
import { bucketChanged } from '../buckets/bucket-changed.ts'
import { firstFree, wordSlug } from '../buckets/slug-from-title.ts'
import { wholeListOrder } from '../buckets/whole-list-order.ts'
import {
  countMedia,
  type Folder,
  moveMedia,
  publicFolder,
  readFolders,
  toPublicFolders,
  writeFolders,
} from './store.ts'

export function routes(app: App): Route[] {
  const { db } = app
  return [
    handle(listMediaFolders, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      const folders = await readFolders(db.read, access)
      const counts = await countMedia(db.read, access)
      const media_folders = toPublicFolders(folders).map((folder) => ({
        ...folder,
        media_count: counts.get(folder.slug) ?? 0,
      }))
      return { media_folders, unfiled_count: counts.get(null) ?? 0 }
    }),

    handle(addMediaFolder, async ({ principal, body: { slug, data }, commit }) => {
      const access = await openBucket(db, principal, slug, 'media:write')
      return commit(async (write) => {
        const folders = await readFolders(write.db, access)
        if (folders.length >= MAX_MEDIA_FOLDERS) {
          throw conflict(`A bucket has at most ${MAX_MEDIA_FOLDERS} folders of media.`)
        }
        const taken = folders.map((folder) => folder.slug)
        if (data.slug !== undefined && taken.includes(data.slug)) throw slugTaken()
        const { title, emoji = '', parent = null } = data
        const free = data.slug ?? firstFree(wordSlug(title, 'folder'), taken)
        const folder: Folder = { slug: free, title, emoji, parent, rev: 1 }
        checkParent(folders, folder)
        await bucketChanged(app, write, access)
        const after = [...folders, folder]
        await writeFolders(write.db, access, after)
        return { media_folder: publicFolder(after, free) }
      }, access)
    }),

    handle(updateMediaFolder, async ({ principal, body, ifMatch, commit }) => {
      const { slug, media_folder_slug: folderSlug, data } = body
      const access = await openBucket(db, principal, slug, 'media:write')
      return commit(async (write) => {
        const folders = await readFolders(write.db, access)
        const before = publicFolder(folders, folderSlug)
        const rev = ifMatch ?? body.rev
        if (rev !== undefined && rev !== before.rev) throw stale(before)
        const { order: _, ...rest } = before
        const folder: Folder = { ...rest, ...data, rev: before.rev + 1 }
        const isRenamed = folder.slug !== folderSlug
        if (isRenamed && folders.some((other) => other.slug === folder.slug)) throw slugTaken()
        if (data.parent !== undefined) checkParent(folders, { ...folder, slug: folderSlug })
        const after = folders.map((other) => {
          if (other.slug === folderSlug) return folder
          return other.parent === folderSlug ? { ...other, parent: folder.slug } : other
        })
        const version = await bucketChanged(app, write, access)
        await writeFolders(write.db, access, after)
        if (isRenamed) await moveMedia(write, access, folderSlug, folder.slug, version)
        return { media_folder: publicFolder(after, folder.slug) }
      }, access)
    }),

    handle(reorderMediaFolders, async ({ principal, body, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'media:write')
      return commit(async (write) => {
        const folders = await readFolders(write.db, access)
        const bySlug = new Map(folders.map((folder) => [folder.slug, folder]))
        const order = wholeListOrder(
          [...bySlug.keys()],
          body.media_folder_slugs,
          'media_folder_slugs',
        )
        const after = order.flatMap((slug) => bySlug.get(slug) ?? [])
        await bucketChanged(app, write, access)
        await writeFolders(write.db, access, after)
        return { media_folders: toPublicFolders(after) }
      }, access)
    }),

    handle(deleteMediaFolder, async ({ principal, query, commit }) => {
      const access = await openBucket(db, principal, query.slug, 'media:delete')
      return commit(async (write) => {
        const folders = await readFolders(write.db, access)
        const { slug, parent } = publicFolder(folders, query.media_folder_slug)
        const version = await bucketChanged(app, write, access)
        const after = folders.flatMap((folder) => {
          if (folder.slug === slug) return []
          return folder.parent === slug ? { ...folder, parent } : folder
        })
        await writeFolders(write.db, access, after)
        await moveMedia(write, access, slug, parent, version)
        const outcome = parent === null ? 'are in no folder now' : `are in '${parent}' now`
        return { message: `Folder '${slug}' deleted; its media and folders ${outcome}.` }
      }, access)
    }),
  ]
}

/**
 * Checks the parent of a folder.
 * @throws Failure `invalid` if it is not a folder, or is the folder itself or one within it
 */
function checkParent(folders: readonly Folder[], { slug, parent }: Folder): void {
  const parents = new Map(folders.map((folder) => [folder.slug, folder.parent]))
  const path = 'data.parent'
  if (parent !== null && !parents.has(parent)) {
    throw invalid(path, `${path} is not a media folder of this bucket`, 'unknown')
  }
  const seen = new Set<string>()
  for (let at: string | null = parent; at !== null; at = parents.get(at) ?? null) {
    if (at === slug) throw invalid(path, `${path} must not be within the folder itself`, 'cycle')
    // Imported folders may form a cycle.
    if (seen.has(at)) return
    seen.add(at)
  }
}

const slugTaken = () =>
  conflict('Another folder has this slug.', [
    { path: 'data.slug', message: 'data.slug is taken by another folder', rule: 'unique' },
  ])
