import type { ReviewMark } from '@typecase/contract/objects'

export type Status = 'draft' | 'published'

/** One version of an object: the fields that differ between the newest and the published version. */
export interface ObjectVersion {
  slug: string
  title: string
  content: string
  locale: string | null
  thumbnail: string | null
  /** JSON, stored as text so that parts that are not edited stay identical to the byte. */
  metadata: string
  /** In UNIX ms, like `unpublish_at`. */
  publish_at: number | null
  unpublish_at: number | null
  /** The time of publication; updates of a published object do not change it. */
  published_at: string | null
  modified_at: string
  modified_by: string | null
}

/**
 * The complete state of an object except for its position in the order: the unit of revisions, change sets and undo.
 * The top-level fields are those of the newest version.
 */
export interface ObjectState extends ObjectVersion {
  status: Status
  /** The published version next to a newer draft; null if the newest version is published, or nothing is. */
  published: ObjectVersion | null
  deleted_at: string | null
  deleted_by: string | null
  /** The review mark; missing or null if there is none. */
  unreviewed?: ReviewMark | null
}

/** An object as stored in the database. */
export interface StoredObject {
  id: string
  type: string
  rank: number
  created_at: string
  created_by: string | null
  rev: number
  /** The rev that first had this state. */
  state_rev: number
  /** The bucket's version at the last write. */
  version: number
  state: ObjectState
}

export const versionColumns = [
  'slug',
  'title',
  'content',
  'locale',
  'thumbnail',
  'metadata',
  'publish_at',
  'unpublish_at',
  'published_at',
  'modified_at',
  'modified_by',
] as const satisfies readonly (keyof ObjectVersion)[]

/** Returns only the newest version of a state. */
export function newestVersion(state: ObjectVersion): ObjectVersion {
  return {
    slug: state.slug,
    title: state.title,
    content: state.content,
    locale: state.locale,
    thumbnail: state.thumbnail,
    metadata: state.metadata,
    publish_at: state.publish_at,
    unpublish_at: state.unpublish_at,
    published_at: state.published_at,
    modified_at: state.modified_at,
    modified_by: state.modified_by,
  }
}

/** Returns the version that the public sees, or null; ignores the trash. */
export function publicVersion(state: ObjectState): ObjectVersion | null {
  return state.status === 'published' ? newestVersion(state) : state.published
}

/** Returns the public version of an object; null for one in the trash. */
export const visibleVersion = (state: ObjectState): ObjectVersion | null =>
  state.deleted_at === null ? publicVersion(state) : null

/** Whether a change makes a new version visible to visitors. */
export function goesLive(before: ObjectState | undefined, after: ObjectState): boolean {
  const [from, to] = [before && visibleVersion(before), visibleVersion(after)]
  return to !== null && !(from && isSameVersion(from, to))
}

const contentColumns = versionColumns.filter(
  (column) => column !== 'modified_at' && column !== 'modified_by',
)

/** Whether two versions differ only in who last changed them and when. */
export const isSameVersion = (a: ObjectVersion, b: ObjectVersion): boolean =>
  contentColumns.every((column) => a[column] === b[column])

/** Returns the `main_object_status` that lists show. */
export function mainStatus(state: ObjectState): Status {
  return state.status === 'published' || state.published ? 'published' : 'draft'
}

/** The author and time of a change. */
export interface Stamp {
  /** ISO-8601 UTC. */
  now: string
  userId: string | null
}

const stampFields = ({ now, userId }: Stamp) => ({ modified_at: now, modified_by: userId })

/** Saves a new version as a draft; the published version stays. */
export function saveAsDraft(before: ObjectState, next: ObjectVersion, stamp: Stamp): ObjectState {
  return {
    ...before,
    ...newestVersion(next),
    ...stampFields(stamp),
    status: 'draft',
    published: publicVersion(before),
  }
}

/** Publishes a new version, which ends a planned publication. */
export function publishState(before: ObjectState, next: ObjectVersion, stamp: Stamp): ObjectState {
  return {
    ...before,
    ...newestVersion(next),
    ...stampFields(stamp),
    status: 'published',
    published: null,
    publish_at: null,
    published_at: publicVersion(before)?.published_at ?? stamp.now,
  }
}

/** Unpublishes an object: its newest version stays as a draft, and a planned end is dropped. */
export function unpublishState(before: ObjectState, stamp: Stamp): ObjectState {
  return {
    ...before,
    ...stampFields(stamp),
    status: 'draft',
    published: null,
    unpublish_at: null,
    published_at: null,
  }
}

/** Moves a state to the trash. */
export function trashState(before: ObjectState, { now, userId }: Stamp): ObjectState {
  return { ...before, deleted_at: now, deleted_by: userId }
}

/**
 * Restores a state from the trash or by undo. Schedules in the past are dropped, because they would run immediately.
 * @param time UNIX ms
 */
export function restoreState(state: ObjectState, time: number): ObjectState {
  const open = (at: number | null) => (at !== null && at <= time ? null : at)
  return {
    ...state,
    deleted_at: null,
    deleted_by: null,
    publish_at: open(state.publish_at),
    unpublish_at: open(state.unpublish_at),
  }
}

/** Returns the state of a new object with only a title and a slug. */
export function emptyState(title: string, slug: string, { now, userId }: Stamp): ObjectState {
  return {
    slug,
    title,
    content: '',
    locale: null,
    thumbnail: null,
    metadata: '{}',
    publish_at: null,
    unpublish_at: null,
    published_at: null,
    modified_at: now,
    modified_by: userId,
    status: 'draft',
    published: null,
    deleted_at: null,
    deleted_by: null,
  }
}

/** Reads a state that `JSON.stringify` wrote. */
export function parseState(json: string): ObjectState {
  // Only `openBatch` stores states.
  return JSON.parse(json) as ObjectState
}

/** Reads stored metadata. */
export function parseValues(json: string): Record<string, unknown> {
  // The column always holds a JSON object.
  return JSON.parse(json) as Record<string, unknown>
}
