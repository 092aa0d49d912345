import { type } from 'arktype'

import { bulkScope } from './bulk-scope.ts'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { job } from './jobs.ts'
import { instant, instantOut, limit, skip } from './page.ts'
import { bucketSlug } from './slugs.ts'

/** Maximum number of releases of a bucket. */
export const MAX_RELEASES = 500
/** Maximum number of objects in a release. */
export const MAX_RELEASED = 10_000
/** Maximum length of a release’s title, in characters. */
export const MAX_RELEASE_TITLE = 100

/** `publishing`: its job has not finished. `failed`: the last attempt changed nothing, and `failure` says why. */
export const releaseStates = ['open', 'scheduled', 'publishing', 'published', 'failed'] as const

/** A named set of objects that become public together: all of them or none. */
export const release = () =>
  type({
    id: id(),
    title: 'string',
    state: type.enumerated(...releaseStates),
    /** Time of the scheduled publication. */
    publish_at: instantOut(),
    published_at: 'string | null',
    /** The reason why the last attempt changed nothing. */
    failure: 'string | null',
    /** The change set of the publication, or of its undo. */
    change_set_id: id().or('null'),
    /** Number of objects in the release. */
    count: 'number',
    created_at: 'string',
    created_by: 'string | null',
    modified_at: 'string',
    rev: 'number',
  })
export type Release = ReturnType<typeof release>['infer']

/** An object in a release. `changed`: public, with a newer draft. Of a deleted one, only the title is known. */
export const releasedObject = () =>
  type({
    object_id: id(),
    title: 'string',
    type: 'string | null',
    locale: 'string | null',
    state: "'draft' | 'changed' | 'published' | 'trashed' | 'gone'",
  })
export type ReleasedObject = ReturnType<typeof releasedObject>['infer']

/** An object that blocks its release, and the reason. */
const problem = () => type({ object_id: id(), title: 'string', reason: 'string' })

const title = () => type(`0 < string <= ${MAX_RELEASE_TITLE}`)
const releaseFields = () => type({ 'title?': title(), 'publish_at?': instant() })
const objects = () => bulkScope().omit('dry_run', 'sample_skip', 'sample_limit', 'sample_version')
const one = () => type({ slug: bucketSlug(), release_id: id() })
const answer = () => type({ release: release() })
const aliases = { id: 'release_id' }

/** The objects that a call added or removed. The opposite call with these ids reverts it. */
const releaseChange = () => type({ release: release(), object_ids: id().array() })

export const listReleases = endpoint({
  id: 'releases.list',
  method: 'GET',
  path: '/releases/list',
  auth: 'user',
  summary:
    'Returns the releases of a bucket: first those with a time, soonest first, then those without, then the published ones. With `object_id`, only those that contain the object.',
  query: () => type({ slug: bucketSlug(), 'object_id?': id() }),
  response: () => type({ releases: release().array() }),
})

export const getRelease = endpoint({
  id: 'releases.get',
  method: 'GET',
  path: '/releases/get',
  auth: 'user',
  summary: 'Returns a release with a page of its objects, in the order in which they were added.',
  query: () => type({ slug: bucketSlug(), release_id: id(), 'limit?': limit(), 'skip?': skip() }),
  response: () =>
    type({
      release: release(),
      objects: releasedObject().array(),
      total: 'number',
      limit: 'number',
      skip: 'number',
    }),
  aliases,
})

export const checkRelease = endpoint({
  id: 'releases.check',
  method: 'GET',
  path: '/releases/check',
  auth: 'user',
  summary:
    'Returns what publishing a release would do, and changes nothing: how many objects would become public, how many already are, and the first 1,000 that prevent it, with the reason.',
  query: one,
  response: () =>
    type({
      changes: 'number',
      unchanged: 'number',
      problems: problem().array(),
      problem_count: 'number',
    }),
  aliases,
})

export const addRelease = endpoint({
  id: 'releases.add',
  method: 'POST',
  path: '/releases/add',
  auth: 'user',
  summary: 'Adds a release, empty or with the objects named by ids or by a query.',
  body: () => objects().and({ data: releaseFields().and({ title: title() }) }),
  response: releaseChange,
  status: 201,
  aliases: { ids: 'object_ids' },
  bodyLimit: 10_000_000,
  errors: ['conflict'],
})

export const updateRelease = endpoint({
  id: 'releases.update',
  method: 'PATCH',
  path: '/releases/update',
  auth: 'user',
  summary:
    'Renames a release, or sets its time; null removes the time. Refuses a time in the past.',
  body: () =>
    type({ slug: bucketSlug(), release_id: id(), data: releaseFields(), 'rev?': 'number.integer' }),
  response: answer,
  aliases,
  errors: ['conflict', 'stale'],
})

export const deleteRelease = endpoint({
  id: 'releases.delete',
  method: 'DELETE',
  path: '/releases/delete',
  auth: 'user',
  summary: 'Deletes a release. Its objects do not change; the answer lists them.',
  query: one,
  response: releaseChange,
  aliases,
  errors: ['conflict'],
})

export const addToRelease = endpoint({
  id: 'releases.addObjects',
  method: 'POST',
  path: '/releases/addObjects',
  auth: 'user',
  summary: 'Adds objects to a release, by ids or by query. Those already in it stay.',
  body: () => objects().and({ release_id: id() }),
  response: releaseChange,
  aliases: { ids: 'object_ids' },
  bodyLimit: 10_000_000,
  errors: ['conflict'],
})

export const removeFromRelease = endpoint({
  id: 'releases.removeObjects',
  method: 'POST',
  path: '/releases/removeObjects',
  auth: 'user',
  summary:
    'Removes objects from a release, by ids or by query. The objects themselves do not change.',
  body: () => objects().and({ release_id: id() }),
  response: releaseChange,
  aliases: { ids: 'object_ids' },
  bodyLimit: 10_000_000,
  errors: ['conflict'],
})

export const publishRelease = endpoint({
  id: 'releases.publish',
  method: 'POST',
  path: '/releases/publish',
  auth: 'user',
  summary:
    'Publishes the newest versions of all objects of a release in a job: readers see all of them or none. If one of them cannot be published, none are, and the job fails with the reasons. A single undo reverts all of them.',
  body: one,
  response: () => type({ job: job() }),
  status: 202,
  aliases,
  errors: ['conflict'],
})
