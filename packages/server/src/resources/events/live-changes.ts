import type { LiveEvent } from '@typecase/contract/content-live'

/** A change to published content, for sites with a live stream. Dashboards do not receive it. */
export interface LiveNews extends LiveEvent {
  kind: 'live'
  /** The job that makes the change. Its many commits are merged into one event. */
  job_id?: string
}

export type LiveChanges = Pick<LiveEvent, 'objects' | 'types'>

/** Unknown changes: anything may have changed. */
export const ANYTHING: LiveChanges = { objects: null, types: null }

/** Maximum number of objects and types that one event lists. */
const MAX_LISTED = 50
/** Maximum size of the lists in bytes, since a message of PostgreSQL must be below 8,000 bytes. */
const MAX_OBJECTS_BYTES = 5000
const MAX_TYPES_BYTES = 2000

const isShort = (list: readonly unknown[], bytes: number): boolean =>
  list.length <= MAX_LISTED && Buffer.byteLength(JSON.stringify(list)) <= bytes

/** Merges changes for one event. The later of two changes to an object counts. */
export function mergeChanges(...all: readonly LiveChanges[]): LiveChanges {
  const objects = new Map(
    all.flatMap((one) => one.objects ?? []).map((object) => [object.id, object]),
  )
  const types = [...new Set(all.flatMap((one) => one.types ?? []))]
  const areTypesKnown = all.every((one) => one.types !== null) && isShort(types, MAX_TYPES_BYTES)
  const areObjectsKnown = all.every((one) => one.objects !== null)
  const listed = [...objects.values()]
  return {
    types: areTypesKnown ? types : null,
    objects: areTypesKnown && areObjectsKnown && isShort(listed, MAX_OBJECTS_BYTES) ? listed : null,
  }
}
