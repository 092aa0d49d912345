import { compare, endOfDay, or } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'

import { LRUCache } from 'lru-cache'

import type { App } from '../../app.ts'
import type { Clock } from '../../clock.ts'
import { invalid } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { type Finding, objectIndex } from '../objects/queries/find-objects.ts'
import { findRelease, idsOfRelease, releasedUntil } from '../releases/store.ts'
import { type Outcomes, type Overlay, overlayOf, type Publication } from './overlay.ts'
import type { Perspective } from './perspective.ts'

/** A scheduled change of one object. */
interface PlannedChange {
  readonly id: string
  /** ISO-8601 UTC. */
  readonly at: string
  readonly verb: Verb
}

/** In the order in which the scheduler performs changes that are due at the same time. */
const verbs = ['publish', 'unpublish', 'release'] as const
type Verb = (typeof verbs)[number]

const plans: readonly (readonly [Verb, Path])[] = [
  ['publish', ['publish_at']],
  ['unpublish', ['unpublish_at']],
]

/**
 * Cache of recent overlays: a page reads the same perspective several times, and an overlay may contain thousands of
 * objects.
 */
const overlays = new LRUCache<string, Overlay>({ max: 20 })

type Services = Finding & Pick<App, 'clock' | 'db'>

const isoOf = (time: number): string => new Date(time).toISOString()

/**
 * Reads the changes that a perspective makes to published versions; undefined if it makes none. Scheduled changes count
 * as done, even if validation would stop them when they are due.
 * @param version the bucket's version, which the caller has read
 * @throws Failure `invalid` for a release that does not exist
 */
export async function readOverlay(
  services: Services,
  access: BucketAccess,
  { release, at, objects = [] }: Perspective,
  version: number,
): Promise<Overlay | undefined> {
  const { clock, db } = services
  const today = clock.iso().slice(0, 10)
  const key = JSON.stringify([db.epoch, access.bucketId, version, release, at, objects, today])
  let overlay = overlays.get(key)
  if (!overlay) {
    const changes = at === undefined ? [] : await changesUntil(services, access, at, version)
    if (release !== undefined) changes.push(...(await changesOf(services, access, release, at)))
    changes.push(...publications(objects, endOfToday(clock)))
    overlay = overlayOf(outcomesOf(changes))
    overlays.set(key, overlay)
  }
  return overlay.outcomes.size === 0 ? undefined : overlay
}

/** Reads the publications, ends of publications and releases of a bucket that are scheduled until a time. */
async function changesUntil(
  services: Services,
  access: BucketAccess,
  until: number,
  version: number,
): Promise<PlannedChange[]> {
  const query = or(plans.map(([, path]) => compare(path, 'lte', until)))
  const values = plans.map(([, path]) => path)
  const index = objectIndex(services, access, 'newest')
  const matched = await index.match(query, { values, version })
  const changes: PlannedChange[] = []
  for (const row of matched.rows.toRows()) {
    for (const [verb, path] of plans) {
      const [time] = matched.index.valuesAt(path, row)
      if (typeof time === 'number' && time <= until)
        changes.push({ id: matched.index.idOf(row), at: isoOf(time), verb })
    }
  }
  const released = await releasedUntil(services.db.read, access, until)
    .select(['o.object_id', 'r.publish_at'])
    .execute()
  for (const { object_id, publish_at } of released) {
    // A release without a time is being published right now.
    const at = isoOf(publish_at ?? services.clock.now())
    changes.push({ id: object_id, at, verb: 'release' })
  }
  return changes
}

/** Reads the publications of one release; none if it is already published or included in `changesUntil`. */
async function changesOf(
  { db, clock }: Services,
  access: BucketAccess,
  id: string,
  until: number | undefined,
): Promise<PlannedChange[]> {
  const release = await findRelease(db.read, access, id)
  if (!release)
    throw invalid('release', 'release must be the id of a release of this bucket', 'reference')
  const { published_at, publish_at } = release
  const isIncluded = until !== undefined && publish_at !== null && publish_at <= until
  if (published_at !== null || isIncluded) return []
  const time = until ?? publish_at
  const at = time === null ? endOfToday(clock) : isoOf(time)
  return publications(await idsOfRelease(db.read, access, id), at)
}

const publications = (ids: readonly string[], at: string): PlannedChange[] =>
  ids.map((id) => ({ id, at, verb: 'release' }))

/** Returns a time that stays the same all day, so that the index of an overlay is built once a day. */
const endOfToday = (clock: Clock): string => `${clock.iso().slice(0, 10)}${endOfDay}`

function outcomesOf(changes: readonly PlannedChange[]): Outcomes {
  const outcomes = new Map<string, Publication | null>()
  for (const { id, at, verb } of changes.toSorted(inOrder)) {
    const before = outcomes.get(id)
    if (verb === 'unpublish') outcomes.set(id, null)
    // A second publication changes nothing.
    else if (!before) outcomes.set(id, { at, isAfterEnd: before === null })
  }
  return outcomes
}

function inOrder(a: PlannedChange, b: PlannedChange): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1
  return verbs.indexOf(a.verb) - verbs.indexOf(b.verb)
}
