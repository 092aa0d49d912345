import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id, ids } from './ids.ts'
import { job } from './jobs.ts'
import { media } from './media-upload.ts'
import { cmsObject } from './objects.ts'
import { limit, skip } from './page.ts'
import { bucketSlug } from './slugs.ts'

/** Days for which a deleted object can be restored. */
export const TRASH_DAYS = 30

const trashItems = () =>
  type({
    id: id(),
    title: 'string',
    type: 'string',
    slug: 'string',
    locale: 'string | null',
    deleted_at: 'string',
    deleted_by: 'string | null',
    /** When the trash deletes it for good. */
    expires_at: 'string',
  })
export type TrashedObject = ReturnType<typeof trashItems>['infer']

/** The kind of items in a call. The trash keeps media apart from objects. */
const subject = () => type("'objects' | 'media'")

/** A media in the trash. It has no addresses, since its bytes are not served. */
const trashedMedia = () =>
  media().and({ deleted_at: 'string', deleted_by: 'string | null', expires_at: 'string' })
export type TrashedMedia = ReturnType<typeof trashedMedia>['infer']

export const listTrash = endpoint({
  id: 'trash.list',
  method: 'GET',
  path: '/trash/list',
  auth: 'user',
  summary:
    'Returns the deleted objects of a bucket, newest first: all, or those whose title contains `q`. With `subject=media`, returns deleted media in `media`, and also searches their file names for `q`.',
  query: () =>
    type({
      slug: bucketSlug(),
      'subject?': subject(),
      'limit?': limit(),
      'skip?': skip(),
      'q?': 'string <= 200',
    }),
  response: () =>
    type({
      objects: trashItems().array(),
      /** Only with `subject=media`. */
      'media?': trashedMedia().array(),
      total: 'number',
      limit: 'number',
      skip: 'number',
    }),
})

export const getTrashedObject = endpoint({
  id: 'trash.get',
  method: 'GET',
  path: '/trash/get',
  auth: 'user',
  summary: 'Returns a deleted object, as it was when it was deleted.',
  query: () => type({ slug: bucketSlug(), object_id: id() }),
  response: () => type({ object: cmsObject() }),
  aliases: { id: 'object_id' },
})

export const restoreTrash = endpoint({
  id: 'trash.restore',
  method: 'POST',
  path: '/trash/restore',
  auth: 'user',
  summary:
    'Restores deleted objects: some, or all whose title contains `q`. An object whose slug is now taken gets the next free one. Also restores object types deleted with them. More than 100 objects run as a job.',
  body: () =>
    type({
      slug: bucketSlug(),
      /** Exactly one of these, `media_ids` and `q`. */
      'object_ids?': ids(),
      'media_ids?': ids(),
      /** Restores all items whose title contains the text; the empty text matches every title. */
      'q?': 'string <= 200',
      /** What `q` searches; objects by default. */
      'subject?': subject(),
    }),
  response: () =>
    type({
      'restored?': 'number',
      'failed?': type({ object_id: id(), title: 'string', reason: 'string' }).array(),
      'change_set_id?': id().or('null'),
      'job?': job(),
    }),
  aliases: { ids: 'object_ids' },
})

export const emptyTrash = endpoint({
  id: 'trash.empty',
  method: 'POST',
  path: '/trash/empty',
  auth: 'user',
  summary:
    'Deletes trashed objects for good: all, or the ones named; with `subject: media` or `media_ids`, media. This cannot be undone.',
  body: () =>
    type({
      slug: bucketSlug(),
      'object_ids?': ids(),
      'media_ids?': ids(),
      /** What to delete if no ids are given; objects by default. */
      'subject?': subject(),
    }),
  response: () => type({ deleted: 'number' }),
  aliases: { ids: 'object_ids' },
})
