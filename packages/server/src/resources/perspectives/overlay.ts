import { createHash } from 'node:crypto'

import type { ObjectVersion } from '../objects/model/state.ts'

/** The publication of an object's newest version. */
export interface Publication {
  /** ISO-8601 UTC. */
  readonly at: string
  /** Whether the object is unpublished before it. */
  readonly isAfterEnd: boolean
}

/** Objects whose public version is to change, each with its publication, or null where it is unpublished. */
export type Outcomes = ReadonlyMap<string, Publication | null>

/** Changes laid over the published versions of a bucket. */
export interface Overlay {
  /** Equal changes have equal keys. */
  readonly key: string
  readonly outcomes: Outcomes
  /** An object that is found by its newest version, and shown in a former one. */
  readonly revision?: { readonly id: string; readonly state: ObjectVersion }
}

export function overlayOf(outcomes: Outcomes): Overlay {
  const lines = [...outcomes].map(([id, to]) => `${id} ${to?.at ?? ''} ${to?.isAfterEnd ?? ''}`)
  const hash = createHash('sha256').update(lines.toSorted().join('\n')).digest('base64url')
  return { key: `overlay:${hash}`, outcomes }
}

/** A row with the values that its object had in a former version; columns that were not read stay as they are. */
export function withRevision<Row extends object>(
  row: Row,
  state: ObjectVersion,
  isRead: (column: string) => boolean,
): Row {
  const columns = ['title', 'content', 'thumbnail', 'metadata'] as const
  const read = columns.filter((column) => column in row && isRead(column))
  return { ...row, ...Object.fromEntries(read.map((column) => [column, state[column]])) }
}

/** The fields of a newest version that a publication reads. */
interface Publishable {
  readonly status?: unknown
  readonly publish_at?: unknown
  readonly published_at?: unknown
}

/** A newest version as its publication leaves it; see `published` in `objects/model/state.ts`. */
export function withPublication<Version extends object>(
  version: Version,
  { at, isAfterEnd }: Publication,
): Version {
  // Rows and records of objects have these fields.
  const { status, publish_at, published_at } = version as Publishable
  if (status === 'published' && publish_at === null && !isAfterEnd) return version
  return {
    ...version,
    status: 'published',
    publish_at: null,
    published_at: isAfterEnd ? at : (published_at ?? at),
    ...(isAfterEnd && { unpublish_at: null }),
    modified_at: at,
    modified_by: null,
  }
}
