import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { message } from './page.ts'
import { bucketSlug, folderSlug } from './slugs.ts'

const shape = () =>
  type({
    title: '0 < string <= 200',
    'slug?': folderSlug(),
    'emoji?': 'string <= 32',
    'object_type_slugs?': 'string[] <= 2000',
  })

/** A folder of object types in the sidebar. */
export const objectTypeFolder = () =>
  type({
    slug: 'string',
    title: 'string',
    emoji: 'string',
    object_type_slugs: 'string[]',
    order: 'number',
    rev: 'number',
  })
export type ObjectTypeFolder = ReturnType<typeof objectTypeFolder>['infer']

const answer = () => type({ object_type_folder: objectTypeFolder() })

export const addObjectTypeFolder = endpoint({
  id: 'objectTypeFolders.add',
  method: 'POST',
  path: '/objectTypeFolders/add',
  auth: 'user',
  summary: 'Adds a folder of object types.',
  body: () => type({ slug: bucketSlug(), data: shape() }),
  response: answer,
  status: 201,
  errors: ['conflict'],
})

export const updateObjectTypeFolder = endpoint({
  id: 'objectTypeFolders.update',
  method: 'PATCH',
  path: '/objectTypeFolders/update',
  auth: 'user',
  summary: 'Renames a folder or sets which object types it holds.',
  body: () =>
    type({
      slug: bucketSlug(),
      object_type_folder_slug: folderSlug(),
      data: shape().partial(),
      'rev?': 'number.integer',
    }),
  response: answer,
  errors: ['stale', 'conflict'],
})

export const reorderObjectTypeFolders = endpoint({
  id: 'objectTypeFolders.reorder',
  method: 'POST',
  path: '/objectTypeFolders/reorder',
  auth: 'user',
  summary:
    'Sorts the folders. Folders that you leave out keep their position; unknown slugs are refused.',
  body: () =>
    type({ slug: bucketSlug(), object_type_folder_slugs: folderSlug().array().atMostLength(2000) }),
  response: () => type({ object_type_folders: objectTypeFolder().array() }),
})

export const deleteObjectTypeFolder = endpoint({
  id: 'objectTypeFolders.delete',
  method: 'DELETE',
  path: '/objectTypeFolders/delete',
  auth: 'user',
  summary: 'Deletes a folder. Its object types stay.',
  query: () => type({ slug: bucketSlug(), object_type_folder_slug: folderSlug() }),
  response: message,
})
