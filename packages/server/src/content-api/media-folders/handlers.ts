import { findMediaFolder, findMediaFolders } from '@typecase/contract/content'

import type { App } from '../../app.ts'
import { handle, type Route } from '../../http/handle.ts'
import { publicFolder, readFolders, toPublicFolders } from '../../resources/media-folders/store.ts'
import { openByKey } from '../open-by-key.ts'

export function routes({ db }: App): Route[] {
  return [
    handle(findMediaFolders, async ({ principal, params }) => {
      const access = openByKey(principal, params.slug, 'published')
      const media_folders = toPublicFolders(await readFolders(db.read, access))
      return { media_folders, total: media_folders.length }
    }),

    handle(findMediaFolder, async ({ principal, params }) => {
      const access = openByKey(principal, params.slug, 'published')
      return { media_folder: publicFolder(await readFolders(db.read, access), params.folder_slug) }
    }),
  ]
}
