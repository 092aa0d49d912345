import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { cmsObject, status } from './objects.ts'
import { limit, skip } from './page.ts'
import { bucketSlug } from './slugs.ts'

/** Revisions per page by default (specification §9). */
export const REVISIONS_PAGE_SIZE = 10
/** Revisions per page after an edit (specification §9). */
export const REVISIONS_AFTER_EDIT = 6

/** Maximum length of a revision's name, in characters. */
export const MAX_REVISION_NAME = 100

/** An earlier state of an object, or the current one, which is listed only if it has a name. */
export const objectRevision = () =>
  type({
    id: id(),
    object_id: id(),
    /** The `rev` of the object in this state. */
    rev: 'number',
    name: 'string | null',
    title: 'string',
    /** `published`: this state was public. */
    status: status(),
    /** When this state was saved, and by whom. */
    created_at: 'string',
    created_by: 'string | null',
    is_current: 'boolean',
    /**
     * Fields that differ from the previous state: `title`, `content`, `metadata.<key>` …; empty for the first state.
     */
    changed: 'string[]',
  })
export type ObjectRevision = ReturnType<typeof objectRevision>['infer']

/** A revision with all its values, in the form of an object. */
const wholeRevision = () => objectRevision().omit('changed').and({ object: cmsObject() })
export type WholeRevision = ReturnType<typeof wholeRevision>['infer']

const one = () => type({ slug: bucketSlug(), object_id: id(), revision_id: id() })
const aliases = { id: 'revision_id' } as const

export const listRevisions = endpoint({
  id: 'objectRevisions.list',
  method: 'GET',
  path: '/objectRevisions/list',
  auth: 'user',
  summary:
    'Returns the revisions of an object, newest first, with what each changed. `created_by` and `only` filter them.',
  query: () =>
    type({
      slug: bucketSlug(),
      object_id: id(),
      'limit?': limit(),
      'skip?': skip(),
      'created_by?': id(),
      'only?': "'named' | 'published'",
    }),
  response: () =>
    type({
      revisions: objectRevision().array(),
      total: 'number',
      limit: 'number',
      skip: 'number',
    }),
})

export const getLatestRevision = endpoint({
  id: 'objectRevisions.getLatest',
  method: 'GET',
  path: '/objectRevisions/getLatest',
  auth: 'user',
  summary: 'Returns the previous revision of an object; null if the object never changed.',
  query: () => type({ slug: bucketSlug(), object_id: id() }),
  response: () => type({ revision: wholeRevision().or('null') }),
})

export const getRevision = endpoint({
  id: 'objectRevisions.get',
  method: 'GET',
  path: '/objectRevisions/get',
  auth: 'user',
  summary: 'Returns a revision with all its values.',
  query: one,
  response: () => type({ revision: wholeRevision() }),
  aliases,
})

export const restoreRevision = endpoint({
  id: 'objectRevisions.restore',
  method: 'POST',
  path: '/objectRevisions/restore',
  auth: 'user',
  summary:
    'Copies a revision, or some of its fields, into the draft, with the rules of a save. The published version does not change until you publish the draft. Keeps fields that the revision does not have, and those whose previous value is no longer valid (`left_out`), unless you name them.',
  body: () =>
    one().and({
      /** `title`, `slug`, `content`, `thumbnail`, `locale` or `metadata.<key>`; all by default. */
      'fields?': type('0 < string <= 200').array().atLeastLength(1).atMostLength(1000),
      'rev?': 'number.integer',
    }),
  response: () =>
    type({
      object: cmsObject(),
      /** The change set that undoes the restore; null if nothing was different. */
      change_set_id: id().or('null'),
      /**
       * Fields that no longer fit the object when a whole revision is restored, with the reason. They do not change.
       */
      'left_out?': type({ field: 'string', message: 'string' }).array(),
    }),
  aliases,
  errors: ['stale', 'conflict'],
})

export const updateRevision = endpoint({
  id: 'objectRevisions.update',
  method: 'PATCH',
  path: '/objectRevisions/update',
  auth: 'user',
  summary:
    'Names a revision, or removes its name. Without `revision_id`, this is the current state of the object.',
  body: () =>
    type({
      slug: bucketSlug(),
      object_id: id(),
      'revision_id?': id(),
      data: { name: `0 < string <= ${MAX_REVISION_NAME} | null` },
    }),
  response: () => type({ revision: objectRevision() }),
  aliases,
})

export const revisionAuthors = endpoint({
  id: 'objectRevisions.authors',
  method: 'GET',
  path: '/objectRevisions/authors',
  auth: 'user',
  summary:
    'Returns the author of each sentence of a text: every sentence of the newest version with the revision that added it.',
  query: () => type({ slug: bucketSlug(), object_id: id(), field: '0 < string <= 200' }),
  response: () =>
    type({
      sentences: type({
        text: 'string',
        created_by: 'string | null',
        created_at: 'string',
        rev: 'number',
      }).array(),
      /** Whether sentences are missing, or older than they seem, because the text or its history exceeds the limits. */
      is_partial: 'boolean',
    }),
})
/** A sentence of a text, with its author. */
export type Sentence = ReturnType<
  (typeof revisionAuthors)['response']
>['infer']['sentences'][number]
