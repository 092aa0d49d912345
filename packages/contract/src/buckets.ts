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

/** The bucket keys, weakest first. */
export const bucketKeyNames = ['read', 'preview', 'write'] as const
export type BucketKeyName = (typeof bucketKeyNames)[number]

/** The most hours for which a replaced key can keep working. */
export const FORMER_KEY_HOURS = 168

/** A bucket, which contains object types, objects, media and smart views, with its settings. */
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
    /** Increases with every committed write. It is the ETag of lists and the version of the title index. */
    version: 'number',
    role: bucketRole(),
    /**
     * Limits of the role and additions to it, and the limits of the calling token. `permissionsIn` combines them into
     * the user's permissions.
     */
    'role_options?': {
      'publishing_restrictions?': "'draft_only' | null",
      'additional_permissions?': "'media:write'[]",
      'object_types?': 'string[] | null',
      'scope?': tokenScope(),
      'assistants?': "'drafts'",
    },
    /**
     * A key is empty for users who may not see it. If the server lost its encryption key, it is empty for everyone,
     * with the reason in `lost`; the bucket key itself still works.
     */
    api_access: {
      read_key: 'string',
      preview_key: 'string',
      write_key: 'string',
      'lost?': 'string',
    },
    /** Last use of each key, to the hour; null for unused ones. Only for users who may see keys. */
    'keys_used_at?': { read: 'string | null', preview: 'string | null', write: 'string | null' },
    /**
     * Replaced keys that still work for a time; only for users who may see keys. `ending` is the last four characters.
     */
    'former_keys?': type({
      key: type.enumerated(...bucketKeyNames),
      ending: 'string',
      used_at: 'string | null',
      ends_at: 'string',
    }).array(),
    /** Whether the read key reads drafts and revisions too, as in buckets that are older than preview keys. */
    read_key_reads_drafts: 'boolean',
    /** Whether the content API returns published versions without a key. */
    reads_without_key: 'boolean',
    /** Whether media have only signed addresses, which expire after a week. */
    media_is_private: 'boolean',
    /** Whether photos keep the location where they were taken; otherwise the upload removes it. */
    media_keeps_location: 'boolean',
    /** Whether the editor saves a draft when its author pauses. Each account can override this. */
    autosaves_drafts: 'boolean',
    /** Whether assistants may do everything that their users permitted, only write drafts, or nothing. */
    assistants: assistantSetting(),
    /** Days after which only the last revision of each day is kept; null keeps all. */
    thin_revisions_after: 'number | null',
    /** Locales of localized types that list none themselves; the first is the source language. */
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
    'Returns a bucket with its object types, folders and API keys (keys only for roles that can change object types).',
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
    'Returns the buckets that the user can open in all workspaces, except those of archived projects, last changed first. A token that is limited to some buckets lists only these.',
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
    /** The complete list; ids are unique. */
    'preview_sites?': previewSite().array().atMostLength(MAX_PREVIEW_SITES),
    /** `true` replaces all three keys, a list the named ones. */
    'reset_api_access_keys?': type('boolean').or(
      type
        .enumerated(...bucketKeyNames)
        .array()
        .atLeastLength(1),
    ),
    /**
     * Hours from now for which replaced keys keep working, both those of this call and earlier ones; 0 ends them at
     * once.
     */
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
    'Renames a bucket, makes it the default, replaces its API keys (`reset_api_access_keys`; the old ones work for `former_key_hours`), lets its read key read drafts, lets anyone read published content, makes its media private, keeps the location of photos, turns autosave on or off, thins old revisions, or sets its locales or preview sites.',
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
  summary: 'Deletes a bucket with everything in it. This cannot be undone.',
  query: () => type({ slug: bucketSlug() }),
  response: message,
})

export const duplicateBucket = endpoint({
  id: 'buckets.duplicate',
  method: 'POST',
  path: '/buckets/duplicate',
  auth: 'user',
  summary:
    'Creates a bucket in the same project, with its own keys, and copies object types, folders, objects and media into it as a job of the new bucket: everything or nothing.',
  body: () =>
    type({
      slug: bucketSlug(),
      data: {
        'title?': '1 <= string <= 200',
        'slug?': bucketSlug(),
        /** Whether the files of media are copied (the default), or only referred to. */
        'include_media?': 'boolean',
      },
    }),
  response: () => type({ bucket: bucket(), job: job() }),
  status: 202,
  errors: ['conflict'],
})
