import { type } from 'arktype'

import { exclusions, scopeQuery, rowPage } from './bulk-scope.ts'
import { endpoint } from './endpoint.ts'
import { id, ids } from './ids.ts'
import { media, MEDIA_LIMIT } from './media-upload.ts'
import { objectReference } from './object-references.ts'
import { bulkResult } from './objects.ts'
import { limit, skip } from './page.ts'
import { replaceResult, matchPage, target } from './search-and-replace.ts'
import { bucketSlug, collation, folderSlug } from './slugs.ts'

/** Media per page by default (specification §9). */
export const MEDIA_PAGE_SIZE = 16

/** The texts that people write for a media, with their maximum lengths. */
export const mediaTexts = { title: 1000, alt_text: 5000 } as const
export type MediaField = keyof typeof mediaTexts

const field = () => type("'title' | 'alt_text'")

/** The selection of a media call; all media of the bucket by default. */
export const mediaScope = () =>
  type({
    slug: bucketSlug(),
    /** Either these or `query`. */
    'media_ids?': ids(),
    'query?': scopeQuery(),
    /** With `query`: only media that objects use, or only unused ones. */
    'used?': 'boolean',
    /** Ids to leave out. */
    'exclude_ids?': exclusions(),
    /** Previews the call without changing anything. */
    'dry_run?': 'boolean',
  })
export type MediaScope = ReturnType<typeof mediaScope>['infer']

/** A media as the dashboard sees it. */
export const managedMedia = () =>
  media().and({
    rev: 'number',
    /**
     * Whether the file still has metadata that may contain a location. False for older files, for which this is
     * unknown.
     */
    may_hold_location: 'boolean',
  })
export type ManagedMedia = ReturnType<typeof managedMedia>['infer']

const one = () => type({ slug: bucketSlug(), media_id: id() })
const answer = () => type({ media: managedMedia() })
/** `change_set_id` is null if nothing changed. */
const mediaChange = () => answer().and({ change_set_id: id().or('null') })
/** Changes to metadata, merged by key; a key whose value is null is removed. */
const metadata = () => type('Record<string, unknown>')

export const listMedia = endpoint({
  id: 'media.list',
  method: 'GET',
  path: '/media/list',
  auth: 'user',
  summary:
    'Returns the media of a bucket, by default newest first. `query` is a query in the query language, as JSON: `{"type":{"$regex":"^image/"},"width":{"$gte":1000}}`.',
  query: () =>
    type({
      slug: bucketSlug(),
      'query?': 'string <= 20000',
      /** The slug of a folder, as in `query`. */
      'folder?': folderSlug(),
      /** Only media that objects use, or only unused ones. */
      'used?': 'boolean',
      'limit?': limit(),
      'skip?': skip(),
      /** The id of a media, as in `/objects/list`. */
      'after?': id(),
      /** `-created_at` by default. */
      'sort?': 'string <= 200',
      /** Same as in `/objects/list`. */
      'collation?': collation(),
    }),
  response: () =>
    type({ media: managedMedia().array(), total: 'number', limit: 'number', skip: 'number' }),
})

export const getMedia = endpoint({
  id: 'media.get',
  method: 'GET',
  path: '/media/get',
  auth: 'user',
  summary: 'Returns a media.',
  query: one,
  response: answer,
  aliases: { id: 'media_id' },
})

export const mediaReferences = endpoint({
  id: 'media.references',
  method: 'GET',
  path: '/media/references',
  auth: 'user',
  summary:
    'Returns the objects that use a media, in their newest or published version, newest first: in file fields, as a thumbnail, and in texts that contain its name.',
  query: () => type({ slug: bucketSlug(), media_id: id(), 'limit?': limit(), 'skip?': skip() }),
  response: () =>
    type({
      references: objectReference().array(),
      /** Number of objects; one that uses the media twice counts once. */
      total: 'number',
      limit: 'number',
      skip: 'number',
    }),
  aliases: { id: 'media_id' },
})

/** Fields of a media that a write can set. */
export const mediaData = () =>
  type({
    'title?': `string <= ${mediaTexts.title}`,
    'alt_text?': `string <= ${mediaTexts.alt_text}`,
    'folder?': folderSlug().or('null'),
    'metadata?': metadata(),
  })

export const updateMedia = endpoint({
  id: 'media.update',
  method: 'PATCH',
  path: '/media/update',
  auth: 'user',
  summary:
    'Merges the fields that you send into a media; metadata merges by key, and null removes a key. Returns 412 if `rev` is not the current one.',
  body: () =>
    one().and({
      data: mediaData(),
      'rev?': 'number.integer',
    }),
  response: mediaChange,
  aliases: { id: 'media_id' },
  errors: ['stale'],
})

export const editMediaTitle = endpoint({
  id: 'media.editMediaTitle',
  method: 'POST',
  path: '/media/editMediaTitle',
  auth: 'user',
  summary: 'Changes the title of a media.',
  body: () => one().and({ title: type(`string <= ${mediaTexts.title}`), 'rev?': 'number.integer' }),
  response: mediaChange,
  aliases: { id: 'media_id' },
  errors: ['stale'],
})

export const editMediaAltText = endpoint({
  id: 'media.editMediaAltText',
  method: 'POST',
  path: '/media/editMediaAltText',
  auth: 'user',
  summary: 'Changes the alt text of a media.',
  body: () =>
    one().and({ alt_text: type(`string <= ${mediaTexts.alt_text}`), 'rev?': 'number.integer' }),
  response: mediaChange,
  aliases: { id: 'media_id' },
  errors: ['stale'],
})

/**
 * Parameters of all bulk calls for media. In rows of their dry runs and in failures, `object_id` is the id of a media.
 */
const many = () => mediaScope().and(rowPage())
const ofMany = {
  method: 'POST',
  auth: 'user',
  aliases: { ids: 'media_ids' },
  bodyLimit: 10_000_000,
  errors: ['stale'],
} as const

export const deleteMedia = endpoint({
  ...ofMany,
  id: 'media.deleteByIds',
  path: '/media/deleteByIds',
  summary:
    'Moves media, by ids or by query, to the trash for 30 days; their bytes stay as long. `references` in a dry run counts the media that objects use. More than 100 media run as a job.',
  body: many,
  response: bulkResult,
})

export const addFolderToMedia = endpoint({
  ...ofMany,
  id: 'media.addFolderByIds',
  path: '/media/addFolderByIds',
  summary: 'Moves media, by ids or by query, into a folder. More than 100 media run as a job.',
  body: () => many().and({ folder: folderSlug() }),
  response: bulkResult,
})

export const removeFolderFromMedia = endpoint({
  ...ofMany,
  id: 'media.removeFolderByIds',
  path: '/media/removeFolderByIds',
  summary:
    'Removes media, by ids or by query, from their folders. More than 100 media run as a job.',
  body: many,
  response: bulkResult,
})

export const addMetadataToMedia = endpoint({
  ...ofMany,
  id: 'media.addMetadataByIds',
  path: '/media/addMetadataByIds',
  summary:
    'Merges metadata by key into media, by ids or by query; null removes a key. More than 100 media run as a job.',
  body: () => many().and({ metadata: metadata() }),
  response: bulkResult,
})

/** An operation on the title or alt text of many media; `clear` takes no value. */
export const mediaTextEdit = () =>
  type({
    op: "'set' | 'clear' | 'append' | 'prepend' | 'remove'",
    'value?': 'string <= 5000',
  })
export type MediaTextEdit = ReturnType<typeof mediaTextEdit>['infer']

/** A change to many media; omitted fields do not change. */
export const mediaEdit = () =>
  type({
    'title?': mediaTextEdit(),
    'alt_text?': mediaTextEdit(),
    'folder?': folderSlug().or('null'),
    'metadata?': metadata(),
  })
export type MediaEdit = ReturnType<typeof mediaEdit>['infer']

export const bulkEditMedia = endpoint({
  ...ofMany,
  id: 'media.bulkEdit',
  path: '/media/bulkEdit',
  summary:
    'Edits titles, alt texts, folder and metadata of many media alike; media that would break a rule are left out with the reason. More than 100 media run as a job.',
  body: () => many().and({ data: mediaEdit() }),
  response: bulkResult,
})

export const replaceMediaFile = endpoint({
  id: 'media.replaceFile',
  method: 'POST',
  path: '/media-upload/replace/:media_id',
  base: 'content',
  auth: 'user',
  summary:
    'Replaces the file of a media with the one in `files`. Its name and its uses stay, and its previous addresses return the new file; `url` and `imgix_url` are new, so that no cache has them. An image can only be replaced with an image.',
  params: () => type({ slug: bucketSlug(), media_id: id() }),
  isMultipart: true,
  body: () => type({}),
  response: mediaChange,
  bodyLimit: MEDIA_LIMIT,
  errors: [
    'stale',
    'conflict',
    'too_large',
    'unsupported_media_type',
    'storage_full',
    'unavailable',
  ],
})

const mediaVersion = () =>
  type({
    /** The change set of the replacement. */
    change_set_id: id(),
    original_name: 'string',
    size: 'number',
    type: 'string',
    width: 'number | null',
    height: 'number | null',
    /** Seconds. */
    duration: 'number | null',
    color: 'string | null',
    /** Valid for at least a week; takes the parameters of pictures. */
    url: 'string',
    replaced_at: 'string',
    replaced_by: 'string | null',
    /** The end of the period in which it can be restored. */
    expires_at: 'string',
  })
export type MediaVersion = ReturnType<typeof mediaVersion>['infer']

export const listMediaVersions = endpoint({
  id: 'media.versions',
  method: 'GET',
  path: '/media/versions',
  auth: 'user',
  summary:
    'Returns the previous files of a media that were replaced in the last 30 days, newest first.',
  query: one,
  response: () => type({ versions: mediaVersion().array() }),
  aliases: { id: 'media_id' },
})

export const restoreMediaVersion = endpoint({
  id: 'media.restoreVersion',
  method: 'POST',
  path: '/media/restoreVersion',
  auth: 'user',
  summary:
    'Restores a previous file of a media, identified by the change set that replaced it. The current file becomes a version.',
  body: () => one().and({ change_set_id: id(), 'rev?': 'number.integer' }),
  response: mediaChange,
  aliases: { id: 'media_id' },
  errors: ['stale', 'conflict'],
})

export const replaceInMedia = endpoint({
  id: 'media.searchAndReplace',
  method: 'POST',
  path: '/media/searchAndReplace',
  auth: 'user',
  summary:
    'Replaces a text or pattern in the titles and alt texts of media, like objects/searchAndReplace in objects; `object_id` is then the id of a media. More than 100 media run as a job.',
  body: () =>
    mediaScope()
      .and(target())
      .and(matchPage())
      .and({
        /** Both fields by default. */
        'fields?': field().array().atLeastLength(1).atMostLength(10),
        /** Excluded fields stay unchanged. */
        'exclude_fields?': field().array().atMostLength(10),
      }),
  response: replaceResult,
  aliases: { ids: 'media_ids' },
  bodyLimit: 12_000_000,
  errors: ['stale'],
})
export type ReplaceInMediaBody = ReturnType<(typeof replaceInMedia)['body']>['infer']
