import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { job } from './jobs.ts'
import { objectType } from './object-types.ts'
import { objectTypeFolder } from './object-type-folders.ts'
import { message } from './page.ts'
import { MAX_PREVIEW_SITES, previewSite } from './preview-sites.ts'
import { assistantSetting, bucketRole, tokenScope } from './roles.ts'
import { bucketSlug, locale } from './slugs.ts'

/** A bucket as it appears within a project. */
export const bucketSummary = () =>
  type({
    id: id(),
    slug: 'string',
    title: 'string',
    default: 'boolean',
    importing: 'boolean',
    total_objects: 'number',
    created_at: 'string',
    modified_at: 'string',
  })

/** The keys that open a bucket, weakest first. */
export const bucketKeyNames = ['read', 'preview', 'write'] as const
export type BucketKeyName = (typeof bucketKeyNames)[number]

/** Hours that a key which was replaced may work on. */
export const FORMER_KEY_HOURS = 168

/** A bucket holds object types, objects, media and views of one content set. */
export const bucket = () =>
  type({
    id: id(),
    slug: 'string',
    title: 'string',
    project: id(),
    project_title: 'string',
    thumbnail: 'string | null',
    default: 'boolean',
    importing: 'boolean',
    /** Grows with every committed write; the ETag of lists and the mark of the title index. */
    version: 'number',
    role: bucketRole(),
    /**
     * Limits and additions to the role, with the limits of the token that calls: `permissionsIn` combines them into the
     * user's permissions.
     */
    'role_options?': {
      'publishing_restrictions?': "'draft_only' | null",
      'additional_permissions?': "'media:write'[]",
      'object_types?': 'string[] | null',
      'scope?': tokenScope(),
      'assistants?': "'drafts'",
    },
    /**
     * A key is empty for users without the right to see it. It is empty for all, with the reason in `lost`, if the
     * server lost its encryption key; it still works.
     */
    api_access: {
      read_key: 'string',
      preview_key: 'string',
      write_key: 'string',
      'lost?': 'string',
    },
    /** Last use of each key, to the hour; null for unused ones. Only for users who may see keys. */
    'keys_used_at?': { read: 'string | null', preview: 'string | null', write: 'string | null' },
    /** Replaced keys that still work for a time; only for users who may see keys. `ending` is the last four letters. */
    'former_keys?': type({
      key: type.enumerated(...bucketKeyNames),
      ending: 'string',
      used_at: 'string | null',
      ends_at: 'string',
    }).array(),
    /** Whether the read key reads drafts and revisions too, as in buckets that are older than preview keys. */
    read_key_reads_drafts: 'boolean',
    /** Whether reads of the content API need no key: published versions only. */
    reads_without_key: 'boolean',
    /** Media have signed addresses only, which expire after a week. */
    media_is_private: 'boolean',
    /** Photos keep the location where they were taken; otherwise it is removed on upload. */
    media_keeps_location: 'boolean',
    /** The editor saves drafts when their author pauses. Each account can choose otherwise for itself. */
    autosaves_drafts: 'boolean',
    /** Whether assistants may do what their users permitted, only write drafts, or nothing. */
    assistants: assistantSetting(),
    /** Days after which only the last revision of each day is kept; null keeps all. */
    thin_revisions_after: 'number | null',
    /** Locales of localized types without a list; the first is the source language. */
    locales: 'string[]',
    /** Sites that the editor shows next to an object. */
    preview_sites: previewSite().array(),
    object_types: objectType().array(),
    object_type_folders: objectTypeFolder().array(),
    media_folders: 'unknown[]',
    settings: 'object',
    created_at: 'string',
    modified_at: 'string',
    rev: 'number',
  })
export type Bucket = ReturnType<typeof bucket>['infer']
export type BucketSummary = ReturnType<typeof bucketSummary>['infer']

const answer = () => type({ bucket: bucket() })

export const getBucket = endpoint({
  id: 'buckets.get',
  method: 'GET',
  path: '/buckets/get',
  auth: 'user',
  summary:
    'One bucket with its object types, folders and API keys (keys only for roles that may see settings or types).',
  query: () => type({ slug: bucketSlug() }),
  response: answer,
})

const formerKeyHours = () => type.number.divisibleBy(1).atLeast(0).atMost(FORMER_KEY_HOURS)

export const listBuckets = endpoint({
  id: 'buckets.list',
  method: 'GET',
  path: '/buckets/list',
  auth: 'user',
  summary:
    'The buckets that the user may open in all workspaces, last changed first; those of archived projects excluded. A token that names its buckets lists these alone.',
  response: () =>
    type({
      buckets: type({
        id: id(),
        slug: 'string',
        title: 'string',
        project_title: 'string',
        role: bucketRole(),
      }).array(),
      total: 'number',
    }),
})

/** Fields of a bucket that a write can set. */
export const bucketData = () =>
  type({
    'title?': '1 <= string <= 200',
    'slug?': bucketSlug(),
    'thumbnail?': 'string <= 500 | null',
    'default?': 'true',
    'settings?': 'object',
    'read_key_reads_drafts?': 'boolean',
    'reads_without_key?': 'boolean',
    'media_is_private?': 'boolean',
    'media_keeps_location?': 'boolean',
    'autosaves_drafts?': 'boolean',
    'assistants?': assistantSetting(),
    'thin_revisions_after?': '1 <= number.integer <= 36500 | null',
    'locales?': locale().array().atMostLength(300),
    /** All of them; ids are unique. */
    'preview_sites?': previewSite().array().atMostLength(MAX_PREVIEW_SITES),
    /** Replaces all three keys, or the named ones. */
    'reset_api_access_keys?': type('boolean').or(
      type
        .enumerated(...bucketKeyNames)
        .array()
        .atLeastLength(1),
    ),
    /** Hours from now that replaced keys work on, those of this call and earlier ones; 0 ends them. */
    'former_key_hours?': type({
      'read?': formerKeyHours(),
      'preview?': formerKeyHours(),
      'write?': formerKeyHours(),
    }),
  })

export const updateBucket = endpoint({
  id: 'buckets.update',
  method: 'PATCH',
  path: '/buckets/update',
  auth: 'user',
  summary:
    'Renames a bucket, makes it the default, replaces its API keys (`reset_api_access_keys`; the old ones work for `former_key_hours`), lets its read key read drafts, lets anyone read published content, makes its media private, keeps the location of photos, turns autosave on or off, thins old revisions, names its locales, or sets its preview sites.',
  body: () =>
    type({
      slug: bucketSlug(),
      data: bucketData(),
      'rev?': 'number.integer',
    }),
  missing: { slug: 'Bucket slug is undefined, This should never happen' },
  response: answer,
  errors: ['stale', 'conflict'],
})

export const deleteBucket = endpoint({
  id: 'buckets.delete',
  method: 'DELETE',
  path: '/buckets/delete',
  auth: 'user',
  summary: 'Deletes a bucket with everything in it. Cannot be undone.',
  query: () => type({ slug: bucketSlug() }),
  response: message,
})

export const duplicateBucket = endpoint({
  id: 'buckets.duplicate',
  method: 'POST',
  path: '/buckets/duplicate',
  auth: 'user',
  summary:
    'Creates a bucket in the same project, with its own keys, and copies object types, folders, objects and media into it as a job of the new bucket: all of it or nothing.',
  body: () =>
    type({
      slug: bucketSlug(),
      data: {
        'title?': '1 <= string <= 200',
        'slug?': bucketSlug(),
        /** Whether the files of media are copied, or referred to; copied by default. */
        'include_media?': 'boolean',
      },
    }),
  response: () => type({ bucket: bucket(), job: job() }),
  status: 202,
  errors: ['conflict'],
})
