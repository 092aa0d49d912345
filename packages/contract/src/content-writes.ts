import { type } from 'arktype'

import { bucketParams, objectParams, typeParams } from './content.ts'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { mediaData } from './media.ts'
import { media, MEDIA_LIMIT, mediaFields } from './media-upload.ts'
import { objectTypeData } from './object-types.ts'
import { objectFields } from './objects.ts'
import { message } from './page.ts'
import { bucketSlug, typeSlug } from './slugs.ts'

/** A write to the content API needs the write key, as a bearer token or as `write_key` in the address. */
const keys = { 'read_key?': 'string <= 200', 'write_key?': 'string <= 200' } as const
const writing = () => type({ ...keys, 'pretty?': 'string <= 10' })
const deleting = () =>
  type({ ...keys, 'pretty?': 'string <= 10', 'trigger_webhook?': 'string <= 10' })

/**
 * Parameters next to the data. A call with a key triggers webhooks only if it sets `trigger_webhook`. A key in the body
 * arrives too late for authentication and is ignored.
 */
const commonKeys = {
  'write_key?': 'string <= 200',
  'trigger_webhook?': "boolean | 'true' | 'false'",
} as const

const WEBHOOKS = 'With `trigger_webhook`, calls webhooks.'

/** Largest body with an object, in bytes. */
const OBJECT_LIMIT = 10_000_000

const changes = () => objectFields().and(commonKeys)
const answer = () => type({ object: 'object' })

export const insertObject = endpoint({
  id: 'content.objects.insert',
  method: 'POST',
  path: '/objects',
  base: 'content',
  auth: 'write',
  summary: `Adds an object. The default \`status\` is published. ${WEBHOOKS}`,
  params: bucketParams,
  query: writing,
  body: () => changes().and({ title: '0 < string <= 1000', type: typeSlug() }),
  response: answer,
  status: 201,
  bodyLimit: OBJECT_LIMIT,
  errors: ['conflict'],
})

export const updateObject = endpoint({
  id: 'content.objects.update',
  method: 'PATCH',
  path: '/objects/:id',
  base: 'content',
  auth: 'write',
  summary: `Merges the fields that you send into the newest version of an object; metadata merges by key. ${WEBHOOKS}`,
  params: objectParams,
  query: writing,
  body: changes,
  response: answer,
  bodyLimit: OBJECT_LIMIT,
  errors: ['conflict'],
})

export const deleteObject = endpoint({
  id: 'content.objects.delete',
  method: 'DELETE',
  path: '/objects/:id',
  base: 'content',
  auth: 'write',
  summary: `Moves an object to the trash. ${WEBHOOKS}`,
  params: objectParams,
  query: deleting,
  response: message,
})

/** Maximum number of operations in a batch. */
export const MAX_OPERATIONS = 25

export const batchObjects = endpoint({
  id: 'content.objects.batch',
  method: 'POST',
  path: '/objects/batch',
  base: 'content',
  auth: 'write',
  summary: `Adds, edits and deletes up to ${MAX_OPERATIONS} objects, in order. Each operation succeeds or fails independently. ${WEBHOOKS}`,
  params: bucketParams,
  query: writing,
  body: () =>
    type({
      operations: type({
        method: "'add' | 'edit' | 'delete'",
        'object_id?': 'string <= 100',
        /** The object in the format of the single call. The result of the operation reports invalid fields. */
        'object?': 'Record<string, unknown>',
        ...commonKeys,
      })
        .array()
        .atLeastLength(1)
        .atMostLength(MAX_OPERATIONS),
      ...commonKeys,
    }),
  response: () =>
    type({
      operations: type({
        method: "'add' | 'edit' | 'delete'",
        status: "'success' | 'error'",
        'object?': 'object',
        'message?': 'string',
        /** An error code of the API, if the operation failed. */
        'code?': 'string',
      }).array(),
    }),
  bodyLimit: OBJECT_LIMIT,
})

export const insertRevision = endpoint({
  id: 'content.revisions.insert',
  method: 'POST',
  path: '/objects/:id/revisions',
  base: 'content',
  auth: 'write',
  summary: `Saves a draft over the published version and ignores \`status\`. The returned id is that of the object, and gets its newest version. ${WEBHOOKS}`,
  params: objectParams,
  query: writing,
  body: changes,
  response: () => type({ revision: 'object' }),
  status: 201,
  bodyLimit: OBJECT_LIMIT,
  errors: ['conflict'],
})

export const updateMetafields = endpoint({
  id: 'content.metafields.update',
  method: 'PATCH',
  path: '/objects/:id/metafields',
  base: 'content',
  auth: 'write',
  summary: `Sets values of an object, from a list of metafields. ${WEBHOOKS}`,
  params: objectParams,
  query: writing,
  body: () => type({ metafields: 'unknown[] <= 1000', ...commonKeys }),
  response: answer,
  bodyLimit: OBJECT_LIMIT,
  errors: ['conflict'],
})

export const updateMetafield = endpoint({
  id: 'content.metafields.updateOne',
  method: 'PATCH',
  path: '/objects/:id/metafields/:key',
  base: 'content',
  auth: 'write',
  summary: `Sets one value of an object. ${WEBHOOKS}`,
  params: () => type({ slug: bucketSlug(), id: id(), key: 'string <= 100' }),
  query: writing,
  body: () => type({ value: 'unknown', ...commonKeys }),
  response: answer,
  bodyLimit: OBJECT_LIMIT,
  errors: ['conflict'],
})

const typeAnswer = () => type({ object_type: 'object' })

export const insertObjectType = endpoint({
  id: 'content.objectTypes.insert',
  method: 'POST',
  path: '/object-types',
  base: 'content',
  auth: 'write',
  summary: 'Adds an object type.',
  params: bucketParams,
  query: writing,
  body: () => objectTypeData().and(commonKeys),
  response: typeAnswer,
  status: 201,
  errors: ['conflict'],
})

export const updateObjectType = endpoint({
  id: 'content.objectTypes.update',
  method: 'PATCH',
  path: '/object-types/:type_slug',
  base: 'content',
  auth: 'write',
  summary: 'Changes an object type, and its objects with it, like `objectTypes/update`.',
  params: typeParams,
  query: writing,
  body: () => objectTypeData().partial().and(commonKeys),
  response: typeAnswer,
  errors: ['conflict'],
})

export const deleteObjectType = endpoint({
  id: 'content.objectTypes.delete',
  method: 'DELETE',
  path: '/object-types/:type_slug',
  base: 'content',
  auth: 'write',
  summary: 'Deletes an object type and moves its objects to the trash.',
  params: typeParams,
  query: deleting,
  response: message,
})

export const insertMedia = endpoint({
  id: 'content.media.insert',
  method: 'POST',
  path: '/media',
  base: 'content',
  auth: 'write',
  summary: `Adds a file to the media of a bucket. Reads the type from the bytes; refuses HTML pages (text/html). ${WEBHOOKS}`,
  params: bucketParams,
  query: writing,
  isMultipart: true,
  fileField: 'media',
  /** Fields next to the file. */
  body: () =>
    type({ ...mediaFields, 'write_key?': 'string <= 200', 'trigger_webhook?': 'string <= 10' }),
  response: () => type({ media: media() }),
  status: 201,
  bodyLimit: MEDIA_LIMIT,
  errors: ['too_large', 'unsupported_media_type', 'storage_full', 'unavailable'],
})

export const updateMedia = endpoint({
  id: 'content.media.update',
  method: 'PATCH',
  path: '/media/:id',
  base: 'content',
  auth: 'write',
  summary: `Merges the fields that you send into a media; metadata merges by key, and null removes a key. ${WEBHOOKS}`,
  params: objectParams,
  query: writing,
  body: () => mediaData().and(commonKeys),
  response: () => type({ media: media() }),
})

export const deleteMedia = endpoint({
  id: 'content.media.delete',
  method: 'DELETE',
  path: '/media/:id',
  base: 'content',
  auth: 'write',
  summary: `Moves a media to the trash. ${WEBHOOKS}`,
  params: objectParams,
  query: deleting,
  response: message,
})
