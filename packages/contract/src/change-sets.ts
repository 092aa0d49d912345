import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { fieldChange } from './field-changes.ts'
import { historyFilter } from './history-filter.ts'
import { id } from './ids.ts'
import { job } from './jobs.ts'
import { limit, skip } from './page.ts'
import { bucketSlug } from './slugs.ts'

/**
 * All changes of one call, kept for 30 days so that they can be undone together. Imports from other systems are kept
 * for a year.
 */
export const changeSet = () =>
  type({
    id: id(),
    kind: 'string',
    title: 'string',
    /** The kind of item that `ids` and counts refer to; objects if omitted. */
    'subject?': "'media' | 'mixed' | null",
    count: 'number',
    /** Number of objects whose published version it created or changed; 0 if it wrote only drafts. */
    live: 'number',
    /** Objects skipped by a synchronous change; a job counts its own. */
    failed: 'number',
    created_at: 'string',
    created_by: 'string | null',
    /** Whether a bucket key made the change, not a person. */
    by_key: 'boolean',
    /** The id of the extension with which `created_by` made the change. */
    extension: 'string | null',
    /** Name of the assistant that acted for the user; null if none did. */
    client: 'string | null',
    job_id: id().or('null'),
    /** The change set that undid this one. */
    undone_by: id().or('null'),
    /** The person who undid this one. */
    undoer: 'string | null',
    /** The change set that this one undoes. */
    undo_of: id().or('null'),
  })
export type ChangeSet = ReturnType<typeof changeSet>['infer']

export const listChangeSets = endpoint({
  id: 'changeSets.list',
  method: 'GET',
  path: '/changeSets/list',
  auth: 'user',
  summary:
    'Returns the change sets of a bucket from the last 30 days, and imports from other systems from the last year, newest first.',
  query: historyFilter,
  response: () =>
    type({ change_sets: changeSet().array(), total: 'number', limit: 'number', skip: 'number' }),
})

export const getChangeSet = endpoint({
  id: 'changeSets.get',
  method: 'GET',
  path: '/changeSets/get',
  auth: 'user',
  summary:
    'Returns a change set and what it changed, field by field. `total`, `limit` and `skip` count objects, each of which has a row per field.',
  query: () =>
    type({ slug: bucketSlug(), change_set_id: id(), 'limit?': limit(), 'skip?': skip() }),
  response: () =>
    type({
      change_set: changeSet(),
      changes: fieldChange().array(),
      /** Items that a synchronous call skipped; those of a job come from `jobs/failures`. */
      skipped: type({ object_id: id(), title: 'string', reason: 'string' }).array(),
      total: 'number',
      limit: 'number',
      skip: 'number',
    }),
  aliases: { id: 'change_set_id' },
})

export const undoChangeSet = endpoint({
  id: 'changeSets.undo',
  method: 'POST',
  path: '/changeSets/undo',
  auth: 'user',
  summary:
    'Undoes a change set: restores the previous state of every object that has not changed since, and lists those skipped. An undo can be undone.',
  body: () => type({ slug: bucketSlug(), change_set_id: id() }),
  response: () =>
    type({
      'restored?': 'number',
      'skipped?': type({ object_id: id(), title: 'string', reason: 'string' }).array(),
      'change_set_id?': id(),
      /** The title of the undo's change set. Undoing an undo is a redo: `Redo: Publish 3 objects`. */
      'title?': 'string',
      'subject?': "'media' | 'mixed' | null",
      'job?': job(),
    }),
  errors: ['conflict'],
})
