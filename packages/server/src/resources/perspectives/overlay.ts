import { createHash } from 'node:crypto'

import type { ObjectVersion } from '../objects/model/state.ts'

/** The publication of an object's newest version. */
export interface Publication {
  /** ISO-8601 UTC. */
  readonly at: string
  /** Whether the object is unpublished before this publication. */
  readonly isAfterEnd: boolean
}

/** Objects whose public version changes, each with its publication, or null if it is unpublished. */
export type Outcomes = ReadonlyMap<string, Publication | null>

/** Changes that are applied on top of the published versions of a bucket. */
export interface Overlay {
  /** Equal changes have equal keys. */
  readonly key: string
  readonly outcomes: Outcomes
  /** An object that is looked up by its newest version, but shown in a previous one. */
  readonly revision?: { readonly id: string; readonly state: ObjectVersion }
}

export function overlayOf(outcomes: Outcomes): Overlay {
  const lines = [...outcomes].map(([id, to]) => `${id} ${to?.at ?? ''} ${to?.isAfterEnd ?? ''}`)
  const hash = createHash('sha256').update(lines.toSorted().join('\n')).digest('base64url')
  return { key: `overlay:${hash}`, outcomes }
}

/** Replaces the values of a row with those of a previous version. Columns that were not read stay unchanged. */
export function withRevision<Row extends object>(
  row: Row,
  state: ObjectVersion,
  isRead: (column: string) => boolean,
): Row {
  const columns = ['title', 'content', 'thumbnail', 'metadata'] as const
  const read = columns.filter((column) => column in row && isRead(column))
  return { ...row, ...Object.fromEntries(read.map((column) => [column, state[column]])) }
}

/** The fields of a newest version that determine its publication. */
interface Publishable {
  readonly status?: unknown
  readonly publish_at?: unknown
  readonly published_at?: unknown
}

/** Returns a newest version in the state after its publication; see `publishState` in `objects/model/state.ts`. */
export function withPublication<Version extends object>(
  version: Version,
  { at, isAfterEnd }: Publication,
): Version {
  // Rows and records of objects have these fields, so the cast is safe.
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
