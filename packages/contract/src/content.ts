import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { perspective } from './objects.ts'
import { bucketSlug, folderSlug, typeSlug } from './slugs.ts'

/** Parameters of every read of the content API. In the address, all of them are text. */
const reading = {
  'read_key?': 'string <= 200',
  'write_key?': 'string <= 200',
  'props?': 'string <= 5000',
  'depth?': '0 <= number.integer <= 10',
  'pretty?': 'string <= 10',
  'use_cache?': 'string <= 10',
  'show_metafields?': 'string <= 10',
} as const

/** An earlier state of one object, as `<object id>.<rev>`. */
const revisionParameter = { 'revision?': /^[\da-f]{24}\.\d{1,9}$/ } as const

/** Adds details about files: see `media` in docs/content-api.md. */
const withMedia = { 'media?': "'full'" } as const

/** Makes texts carry the name of their field: see docs/preview.md. */
const withSource = { 'source?': "'true' | 'false'" } as const

const paging = {
  ...reading,
  'query?': 'string <= 20000',
  'sort?': 'string <= 200',
  'collation?': 'string <= 35',
  'limit?': '1 <= number.integer <= 1000',
  'skip?': '0 <= number.integer <= 100000000',
} as const

const listing = {
  ...paging,
  'q?': 'string <= 90',
  'type?': 'string <= 100',
  'locale?': 'string <= 35',
  'created_by?': 'string <= 64',
  'status?': 'string <= 20',
  'after?': 'string <= 64',
} as const

/** Path parameters of a call for a bucket. */
export const bucketParams = () => type({ slug: bucketSlug() })
/** Path parameters of a call for an object. */
export const objectParams = () => type({ slug: bucketSlug(), id: id() })
/** Path parameters of a call for an object type. */
export const typeParams = () => type({ slug: bucketSlug(), type_slug: typeSlug() })

export const findObjects = endpoint({
  id: 'content.objects.find',
  method: 'GET',
  path: '/objects',
  base: 'content',
  auth: 'read',
  summary:
    'Returns the published objects that match a query. Newest versions (status=any) and drafts need the preview key or the write key. Returns 404 for no match, as clients expect.',
  params: bucketParams,
  query: () =>
    type({
      ...listing,
      ...withMedia,
      ...withSource,
      ...perspective,
      ...revisionParameter,
      'locale_fallback?': 'string <= 200',
      '[/^metadata\\[[^\\]]+\\]$/]': 'string',
    }),
  response: () => type({ objects: 'object[]', total: 'number', limit: 'number', skip: 'number' }),
})

export const findObject = endpoint({
  id: 'content.objects.findOne',
  method: 'GET',
  path: '/objects/:id',
  base: 'content',
  auth: 'read',
  summary: 'Returns an object by id.',
  params: objectParams,
  query: () =>
    type({
      ...reading,
      ...withMedia,
      ...withSource,
      ...perspective,
      ...revisionParameter,
      'status?': 'string <= 20',
    }),
  response: () => type({ object: 'object' }),
})

export const findObjectTypes = endpoint({
  id: 'content.objectTypes.find',
  method: 'GET',
  path: '/object-types',
  base: 'content',
  auth: 'read',
  summary: 'Returns the object types of a bucket.',
  params: bucketParams,
  query: () => type({ ...reading }),
  response: () => type({ object_types: 'object[]', total: 'number' }),
})

export const findObjectType = endpoint({
  id: 'content.objectTypes.findOne',
  method: 'GET',
  path: '/object-types/:type_slug',
  base: 'content',
  auth: 'read',
  summary: 'Returns an object type by slug.',
  params: typeParams,
  query: () => type({ ...reading }),
  response: () => type({ object_type: 'object' }),
})

export const findRevisions = endpoint({
  id: 'content.revisions.find',
  method: 'GET',
  path: '/objects/:id/revisions',
  base: 'content',
  auth: 'read',
  summary:
    'Returns the revisions of an object, newest first. Requires the preview key or the write key.',
  params: objectParams,
  query: () => type({ ...listing }),
  response: () => type({ revisions: 'object[]', total: 'number', limit: 'number', skip: 'number' }),
})

export const findRevision = endpoint({
  id: 'content.revisions.findOne',
  method: 'GET',
  path: '/objects/:id/revisions/:revision_id',
  base: 'content',
  auth: 'read',
  summary: 'Returns a revision of an object. Requires the preview key or the write key.',
  params: () => type({ slug: bucketSlug(), id: id(), revision_id: id() }),
  query: () => type({ ...reading }),
  response: () => type({ revision: 'object' }),
})

export const findMedia = endpoint({
  id: 'content.media.find',
  method: 'GET',
  path: '/media',
  base: 'content',
  auth: 'read',
  summary:
    'Returns the media of a bucket that match a query. Returns 404 for no match, except for a query that lists names or ids, which returns an empty list.',
  params: bucketParams,
  query: () => type({ ...paging, 'after?': 'string <= 64', 'folder?': 'string <= 100' }),
  response: () => type({ media: 'object[]', total: 'number', limit: 'number', skip: 'number' }),
})

export const findOneMedia = endpoint({
  id: 'content.media.findOne',
  method: 'GET',
  path: '/media/:id',
  base: 'content',
  auth: 'read',
  summary: 'Returns a media by id.',
  params: objectParams,
  query: () => type({ ...reading }),
  response: () => type({ media: 'object' }),
})

const ofVersion = () =>
  type({ ...reading, ...perspective, ...revisionParameter, 'status?': 'string <= 20' })

export const findMetafields = endpoint({
  id: 'content.metafields.find',
  method: 'GET',
  path: '/objects/:id/metafields',
  base: 'content',
  auth: 'read',
  summary: 'Returns the metafields of an object: the definitions of its type, each with its value.',
  params: objectParams,
  query: ofVersion,
  response: () => type({ metafields: 'object[]' }),
})

export const findMetafield = endpoint({
  id: 'content.metafields.findOne',
  method: 'GET',
  path: '/objects/:id/metafields/:key',
  base: 'content',
  auth: 'read',
  summary: 'Returns a metafield of an object by key.',
  params: () => type({ slug: bucketSlug(), id: id(), key: 'string <= 100' }),
  query: ofVersion,
  response: () => type({ metafield: 'object' }),
})

export const findBlocks = endpoint({
  id: 'content.blocks.find',
  method: 'GET',
  path: '/blocks',
  base: 'content',
  auth: 'read',
  summary: 'Returns the content blocks of a bucket: `content_blocks` of its settings.',
  params: bucketParams,
  query: () => type({ ...reading }),
  response: () => type({ blocks: 'object[]' }),
})

export const findMediaFolders = endpoint({
  id: 'content.mediaFolders.find',
  method: 'GET',
  path: '/media-folders',
  base: 'content',
  auth: 'read',
  summary: 'Returns the media folders of a bucket, in their order.',
  params: bucketParams,
  query: () => type({ ...reading }),
  response: () => type({ media_folders: 'object[]', total: 'number' }),
})

export const findMediaFolder = endpoint({
  id: 'content.mediaFolders.findOne',
  method: 'GET',
  path: '/media-folders/:folder_slug',
  base: 'content',
  auth: 'read',
  summary: 'Returns a media folder by slug.',
  params: () => type({ slug: bucketSlug(), folder_slug: folderSlug() }),
  query: () => type({ ...reading }),
  response: () => type({ media_folder: 'object' }),
})

export const findMergeRequestObjects = endpoint({
  id: 'content.mergeRequests.findObjects',
  method: 'GET',
  path: '/merge-requests/:merge_request_id/objects',
  base: 'content',
  auth: 'read',
  summary:
    'Returns the objects of a merge request: always an empty list, because there are no merge requests.',
  params: () => type({ slug: bucketSlug(), merge_request_id: '0 < string <= 100' }),
  query: () => type({ ...listing }),
  response: () => type({ objects: 'object[]', total: 'number' }),
})
