import { type } from 'arktype'

import { bulkScope, publishChoice, rowPage } from './bulk-scope.ts'
import { endpoint } from './endpoint.ts'
import { fieldChange } from './field-changes.ts'
import { id } from './ids.ts'
import { type Job, job } from './jobs.ts'
import { metafield } from './metafields.ts'
import { instant, instantOut, limit, message, skip } from './page.ts'
import { bucketSlug, collation, locale, objectSlug, typeSlug } from './slugs.ts'

/** Whether a version of an object is public. */
export const status = () => type("'draft' | 'published'")

/** Objects per page of a list by default (specification §9). */
export const OBJECTS_PAGE_SIZE = 10

/** Maximum length of an object's title, in characters. */
export const MAX_TITLE = 1000

/** The mark of an assistant's last change. It stays until a person saves, publishes or reviews the object. */
const reviewMark = () =>
  type({
    /** The name that the assistant gave itself, and the person it acted for. */
    client: 'string',
    user_id: 'string | null',
    at: 'string',
    /** The `rev` of the last state that a person made or reviewed; 0 if an assistant created the object. */
    rev: 'number',
  })
export type ReviewMark = ReturnType<typeof reviewMark>['infer']

/** An object in its newest version, as the dashboard sees it. */
export const cmsObject = () =>
  type({
    id: id(),
    bucket: id(),
    type: 'string',
    slug: 'string',
    title: 'string',
    content: 'string',
    /** Status of the newest version; `main_object_status` says whether the object is public. */
    status: status(),
    main_object_status: status(),
    locale: 'string | null',
    thumbnail: 'string | null',
    metadata: 'Record<string, unknown>',
    'metafields?': metafield().array(),
    order: 'number',
    publish_at: instantOut(),
    unpublish_at: instantOut(),
    /** Time of publication, which updates of a published object do not change. */
    published_at: 'string | null',
    created_at: 'string',
    created_by: 'string | null',
    modified_at: 'string',
    modified_by: 'string | null',
    rev: 'number',
    'unreviewed?': reviewMark(),
  })
export type CmsObject = ReturnType<typeof cmsObject>['infer']

/** Fields of an object that a write can set. */
export const objectFields = () =>
  type({
    'title?': 'string <= 1000',
    'slug?': objectSlug().or("''"),
    'content?': 'string',
    'status?': status(),
    'locale?': locale().or("null | ''"),
    'thumbnail?': 'string <= 500 | null',
    'publish_at?': instant(),
    'unpublish_at?': instant(),
    'metadata?': 'Record<string, unknown>',
    'metafields?': 'unknown[] <= 1000',
  })

const answer = () => type({ object: cmsObject() })
const writtenAnswer = () =>
  type({
    object: cmsObject(),
    /** The change set of a new object; with `publish_apart`, that of the publication. */
    'change_set_id?': id(),
  })
/**
 * `publish_apart` saves the content as a draft first, in the same write. Undoing the returned change set reverts only
 * the publication and keeps the text.
 */
const publishApart = { 'publish_apart?': 'boolean' } as const
/** The content as it will be after a release, or at a future time: see “Perspectives” in docs/content-api.md. */
export const perspective = { 'release?': 'string <= 64', 'at?': 'string <= 100' } as const
/** Which versions to read; the newest by default. */
const versions = { 'version?': "'newest' | 'published'", ...perspective } as const

const one = () => type({ slug: bucketSlug(), object_id: id() })

export const listObjects = endpoint({
  id: 'objects.list',
  method: 'GET',
  path: '/objects/list',
  auth: 'user',
  summary:
    'Returns the objects of a bucket in their newest version, each wrapped with `main_object_status`. `query` is a query in the query language, as JSON.',
  query: () =>
    type({
      slug: bucketSlug(),
      'query?': 'string <= 20000',
      'limit?': limit(),
      'skip?': skip(),
      /**
       * The id of the object after which the list starts, instead of `skip`. No object appears twice while others are
       * added.
       */
      'after?': id(),
      'sort?': 'string <= 200',
      /** The sort order of texts: a locale, or `code_point`. The first locale of the bucket by default. */
      'collation?': collation(),
      'props?': 'string <= 5000',
      /** Includes versions of the matches in other locales. */
      'all_versions?': 'boolean',
      /** Whether each object comes with its metafields. */
      'metafield_drawer?': 'boolean',
      ...versions,
    }),
  response: () =>
    type({
      objects: type({ main_object_status: status(), object: cmsObject() }).array(),
      total: 'number',
      limit: 'number',
      skip: 'number',
    }),
})

export const getObject = endpoint({
  id: 'objects.get',
  method: 'GET',
  path: '/objects/get',
  auth: 'user',
  summary: 'Returns an object in its newest version, with its metafields.',
  /** Some clients send a `query`, such as a status, with the id. It is ignored. */
  query: () => one().and({ 'query?': 'string <= 20000', ...versions }),
  response: answer,
  aliases: { id: 'object_id' },
})

export const addObject = endpoint({
  id: 'objects.add',
  method: 'POST',
  path: '/objects/add',
  auth: 'user',
  summary: 'Adds an object. The default `status` is draft; the default slug comes from the title.',
  body: () =>
    type({
      slug: bucketSlug(),
      data: objectFields().and({ title: '0 < string <= 1000', type: typeSlug() }),
      ...publishApart,
    }),
  response: writtenAnswer,
  status: 201,
  bodyLimit: 10_000_000,
  errors: ['conflict'],
})

export const updateObject = endpoint({
  id: 'objects.update',
  method: 'PATCH',
  path: '/objects/update',
  auth: 'user',
  summary:
    'Merges the fields that you send into an object; metadata merges by key. The previous state stays as a revision. `status: published` publishes; `draft` saves a draft over the published version.',
  body: () =>
    type({
      slug: bucketSlug(),
      object_id: id(),
      data: objectFields(),
      'rev?': 'number.integer',
      ...publishApart,
      /**
       * Whether the editor saved without being asked. One person's autosaves that follow one another within ten minutes
       * share one change set and leave one revision. Only for drafts.
       */
      'autosave?': 'boolean',
    }),
  response: writtenAnswer,
  aliases: { id: 'object_id' },
  besideData: ['id', 'object_id', 'rev', 'publish_apart', 'autosave'],
  bodyLimit: 10_000_000,
  errors: ['stale', 'conflict'],
})

export const duplicateObject = endpoint({
  id: 'objects.duplicate',
  method: 'POST',
  path: '/objects/duplicate',
  auth: 'user',
  summary:
    'Copies an object as a draft with a new slug. Values that must be unique are not copied.',
  body: one,
  response: answer,
  status: 201,
  aliases: { id: 'object_id' },
  errors: ['conflict'],
})

/**
 * A breakdown of what a bulk call affects: matches by field, locale and type, or objects by locale and type. The most
 * frequent values come first.
 */
export const facet = () =>
  type({
    by: "'field' | 'locale' | 'type'",
    /** Values for `exclude_fields`, `exclude_locales` or `exclude_types`, with labels for people. */
    values: type({ value: 'string', label: 'string', count: 'number' }).array(),
  })
export type Facet = ReturnType<typeof facet>['infer']

/** The result of a bulk call: the outcome for up to 100 objects, a job for more, or with `dry_run` a preview. */
export const bulkResult = () =>
  type({
    'matched?': 'number',
    'modified?': 'number',
    /** Number of `modified` objects that are published; omitted for 0. */
    'public?': 'number',
    /** Without `dry_run`: number of `modified` objects whose published version changed; omitted for 0. */
    'went_live?': 'number',
    /** Number of objects that already have the requested state. */
    'unchanged?': 'number',
    'failed?': type({ object_id: id(), title: 'string', reason: 'string' }).array(),
    /** The copies that `duplicateByIds` made, in the order of their originals. */
    'copies?': type({ object_id: id(), copy_id: id(), title: 'string' }).array(),
    'change_set_id?': id().or('null'),
    'job?': job(),
    /** With `dry_run`: reasons for objects that would be skipped, with the first 100 ids of each. */
    'skipped?': type({ reason: 'string', count: 'number', ids: id().array() }).array(),
    /** With `dry_run`: the number of field changes, and a page of them. */
    'changes?': 'number',
    'sample?': fieldChange().array(),
    /** With `dry_run`: whether more changes follow, or may follow, those in `sample`. */
    'truncated?': 'boolean',
    /** With `dry_run`: the bucket version of the preview. */
    'version?': 'number',
    /** With `dry_run`: counts by field, locale and type; the first 1,000 of each. */
    'facets?': facet().array(),
    /** With `dry_run`: whether the counts cover only the first `looked_at` of all `in_scope` objects. */
    'is_partial?': 'boolean',
    'looked_at?': 'number',
    'in_scope?': 'number',
    'is_reversible?': 'boolean',
    'estimated_ms?': 'number',
    /** With `dry_run` of a deletion: the number of objects `used` by relations, and of the objects that use them (`by`). */
    'references?': type({ used: 'number', by: 'number' }),
  })
export type BulkResult = ReturnType<typeof bulkResult>['infer'] & { job?: Job }

/** Maximum number of objects that one call updates: as many as a list shows. */
export const MAX_UPDATES = 1000

export const updateObjects = endpoint({
  id: 'objects.updateMany',
  method: 'POST',
  path: '/objects/updateMany',
  auth: 'user',
  summary:
    'Updates objects, each with its own fields, like `objects/update`, in one change set. An object that would break a rule, or has changed since its `rev`, is skipped with the reason. More than 100 objects run as a job.',
  body: () =>
    type({
      slug: bucketSlug(),
      updates: type({ object_id: id(), data: objectFields(), 'rev?': 'number.integer' })
        .array()
        .atLeastLength(1)
        .atMostLength(MAX_UPDATES),
      'dry_run?': 'boolean',
    })
      .and(publishChoice())
      .and(rowPage()),
  response: bulkResult,
  bodyLimit: 10_000_000,
})

export const duplicateObjects = endpoint({
  id: 'objects.duplicateByIds',
  method: 'POST',
  path: '/objects/duplicateByIds',
  auth: 'user',
  summary:
    'Copies objects, by ids or by query, as drafts at the top of their types, in their order. A copy keeps the relations of its original. More than 100 objects run as a job.',
  body: bulkScope,
  response: bulkResult,
  aliases: { ids: 'object_ids' },
  bodyLimit: 10_000_000,
  errors: ['stale'],
})

export const deleteObjects = endpoint({
  id: 'objects.deleteByIds',
  method: 'POST',
  path: '/objects/deleteByIds',
  auth: 'user',
  summary:
    'Moves objects, by ids or by query, to the trash for 30 days. More than 100 objects return 202 with a job.',
  body: bulkScope,
  response: bulkResult,
  aliases: { ids: 'object_ids' },
  bodyLimit: 10_000_000,
  errors: ['stale'],
})

export const reorderObjects = endpoint({
  id: 'objects.reorder',
  method: 'POST',
  path: '/objects/reorder',
  auth: 'user',
  summary:
    'Moves an object directly below `before_id`, or otherwise directly above `after_id`, in the order of lists. Its `rev` stays.',
  body: () =>
    type({
      slug: bucketSlug(),
      reorder_id: id(),
      'before_id?': id().or('null'),
      'after_id?': id().or('null'),
    }),
  response: message,
})

const publishing = () => bulkScope().and({ 'all_versions?': 'boolean' })

export const publishObjects = endpoint({
  id: 'objects.publishByIds',
  method: 'POST',
  path: '/objects/publishByIds',
  auth: 'user',
  summary:
    'Publishes the newest version of each object; with `all_versions`, in every locale of the same slug. More than 100 objects run as a job.',
  body: publishing,
  response: bulkResult,
  aliases: { ids: 'object_ids' },
  bodyLimit: 10_000_000,
  errors: ['stale'],
})

export const unpublishObjects = endpoint({
  id: 'objects.unpublishByIds',
  method: 'POST',
  path: '/objects/unpublishByIds',
  auth: 'user',
  summary:
    'Removes objects from the public API; the newest version stays as a draft. More than 100 objects run as a job.',
  body: publishing,
  response: bulkResult,
  aliases: { ids: 'object_ids' },
  bodyLimit: 10_000_000,
  errors: ['stale'],
})

export const reviewObjects = endpoint({
  id: 'objects.reviewByIds',
  method: 'POST',
  path: '/objects/reviewByIds',
  auth: 'user',
  summary:
    'Marks what assistants wrote in each object as reviewed. The content stays; undoing the change set restores the marks. Assistants cannot do this. More than 100 objects run as a job.',
  body: bulkScope,
  response: bulkResult,
  aliases: { ids: 'object_ids' },
  bodyLimit: 10_000_000,
  errors: ['stale'],
})

export const getUnreviewed = endpoint({
  id: 'objects.unreviewed',
  method: 'GET',
  path: '/objects/unreviewed',
  auth: 'user',
  summary:
    'Returns the fields of an object that assistants changed since a person last saved or reviewed it, and the revision to compare with.',
  query: one,
  response: () =>
    type({
      /** `title`, `content`, `metadata.<key>` …; empty if the object has no mark, or is new. */
      fields: 'string[]',
      /** The last state that a person made or reviewed; null if there is none, or it is no longer stored. */
      revision_id: id().or('null'),
    }),
  aliases: { id: 'object_id' },
})

export const objectTitles = endpoint({
  id: 'objects.titles',
  method: 'GET',
  path: '/objects/titles',
  auth: 'user',
  summary:
    'Returns the title index for the palette: compact columns of what changed since a version of the bucket, including deletions.',
  query: () => type({ slug: bucketSlug(), 'since?': 'number.integer >= 0' }),
  response: () =>
    type({
      version: 'number',
      /** Whether the columns cover the whole bucket rather than a difference. */
      full: 'boolean',
      ids: 'string[]',
      titles: 'string[]',
      /** Indexes into `type_slugs`. */
      types: 'number[]',
      type_slugs: 'string[]',
      /** One character per object: p published, d draft, b draft over published. */
      statuses: 'string',
      locales: '(string | null)[]',
      /**
       * Distinct subtitles, and for each object an index into them; -1 for none. For a relation, the ids separated by
       * commas.
       */
      subtitles: 'string[]',
      subtitle_of: 'number[]',
      /** The subtitle field of each type. After it changes, a difference is not enough to update an index. */
      subtitle_fields: 'Record<string, string>',
      deleted: 'string[]',
    }),
})
export type ObjectTitles = ReturnType<(typeof objectTitles)['response']>['infer']

const foundObject = () =>
  type({
    id: id(),
    title: 'string',
    /** The value of its type's subtitle field. */
    subtitle: 'string | null',
    type: 'string',
    status: status(),
    locale: 'string | null',
  })
export type FoundObject = ReturnType<typeof foundObject>['infer']

const words = () => type('string <= 200')

export const searchObjects = endpoint({
  id: 'objects.search',
  method: 'GET',
  path: '/objects/search',
  auth: 'user',
  summary:
    'Finds objects that contain all words in their title, their slug or the searchable fields of their type, best match first. Tolerates typing errors: one in a word of four letters or more, two in one of six or more.',
  query: () => type({ slug: bucketSlug(), q: words(), 'limit?': '1 <= number.integer <= 100' }),
  response: () => type({ objects: foundObject().array() }),
})

export const searchBuckets = endpoint({
  id: 'objects.searchBuckets',
  method: 'GET',
  path: '/objects/searchBuckets',
  auth: 'user',
  summary:
    'Searches objects in all buckets that the caller can open, like `objects/search` in one: in `slug` first, then in the buckets that changed last. `titles=false` leaves out objects of the bucket `slug` that match only in title or subtitle.',
  query: () =>
    type({
      'slug?': bucketSlug(),
      q: words(),
      /** Maximum number of objects per bucket. */
      'limit?': '1 <= number.integer <= 20',
      'titles?': 'boolean',
    }),
  response: () =>
    type({
      /** Only buckets with a match. */
      buckets: type({ slug: 'string', title: 'string', objects: foundObject().array() }).array(),
      /** Whether buckets were left unsearched. A call takes about a second and searches at most 20 buckets. */
      is_partial: 'boolean',
    }),
})
