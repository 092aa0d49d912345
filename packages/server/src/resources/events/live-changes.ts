import type { LiveEvent } from '@typecase/contract/content-live'

/** A change of what is published, for sites with a live stream. Dashboards do not get it. */
export interface LiveNews extends LiveEvent {
  kind: 'live'
  /** The job that makes the change: its many commits become one event. */
  job_id?: string
}

export type LiveChanges = Pick<LiveEvent, 'objects' | 'types'>

/** The changes where nothing is known of them. */
export const ANYTHING: LiveChanges = { objects: null, types: null }

/** Objects and types that one event lists at most. */
const MAX_LISTED = 50
/** Bytes of each list: a message of PostgreSQL takes less than 8,000. */
const MAX_OBJECTS_BYTES = 5000
const MAX_TYPES_BYTES = 2000

const isShort = (list: readonly unknown[], bytes: number): boolean =>
  list.length <= MAX_LISTED && Buffer.byteLength(JSON.stringify(list)) <= bytes

/** Changes as one event lists them; the later one of two changes of an object counts. */
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
