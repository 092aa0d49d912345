import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { message } from './page.ts'
import { bucketSlug, folderSlug } from './slugs.ts'

/** Maximum number of media folders in a bucket. */
export const MAX_MEDIA_FOLDERS = 2000

const shape = () =>
  type({
    title: '0 < string <= 200',
    'slug?': folderSlug(),
    'emoji?': 'string <= 32',
    /** The parent folder; null for none. */
    'parent?': folderSlug().or('null'),
  })

/** A folder of media. */
export const mediaFolder = () =>
  type({
    slug: 'string',
    title: 'string',
    emoji: 'string',
    /** Slug of the parent folder. */
    parent: 'string | null',
    /** Position among all folders of the bucket. */
    order: 'number',
    rev: 'number',
  })
export type MediaFolder = ReturnType<typeof mediaFolder>['infer']

const answer = () => type({ media_folder: mediaFolder() })

export const listMediaFolders = endpoint({
  id: 'mediaFolders.list',
  method: 'GET',
  path: '/mediaFolders/list',
  auth: 'user',
  summary:
    'Returns the media folders of a bucket in their order, with the number of media directly in each, and in none.',
  query: () => type({ slug: bucketSlug() }),
  response: () =>
    type({
      media_folders: mediaFolder().and({ media_count: 'number' }).array(),
      unfiled_count: 'number',
    }),
})

export const addMediaFolder = endpoint({
  id: 'mediaFolders.add',
  method: 'POST',
  path: '/mediaFolders/add',
  auth: 'user',
  summary: 'Adds a media folder. The default slug comes from the title.',
  body: () => type({ slug: bucketSlug(), data: shape() }),
  response: answer,
  status: 201,
  errors: ['conflict'],
})

export const updateMediaFolder = endpoint({
  id: 'mediaFolders.update',
  method: 'PATCH',
  path: '/mediaFolders/update',
  auth: 'user',
  summary:
    'Renames a folder, or moves it into another one with `parent`, never into itself. Its media and folders follow a new slug.',
  body: () =>
    type({
      slug: bucketSlug(),
      media_folder_slug: folderSlug(),
      data: shape().partial(),
      'rev?': 'number.integer',
    }),
  response: answer,
  errors: ['stale', 'conflict'],
})

export const reorderMediaFolders = endpoint({
  id: 'mediaFolders.reorder',
  method: 'POST',
  path: '/mediaFolders/reorder',
  auth: 'user',
  summary:
    'Sorts the folders. Folders that you leave out keep their position; unknown slugs are refused.',
  body: () =>
    type({
      slug: bucketSlug(),
      media_folder_slugs: folderSlug().array().atMostLength(MAX_MEDIA_FOLDERS),
    }),
  response: () => type({ media_folders: mediaFolder().array() }),
})

export const deleteMediaFolder = endpoint({
  id: 'mediaFolders.delete',
  method: 'DELETE',
  path: '/mediaFolders/delete',
  auth: 'user',
  summary: 'Deletes a folder and moves its media and folders to its parent.',
  query: () => type({ slug: bucketSlug(), media_folder_slug: folderSlug() }),
  response: message,
})
