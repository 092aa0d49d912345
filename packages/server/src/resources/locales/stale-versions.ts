import type { StaleTranslation } from '@typecase/contract/locales'
import { LRUCache } from 'lru-cache'

import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { readObjects } from '../objects/store/store.ts'
import { findTypeModel } from '../objects/store/type-models.ts'
import { comparedFields, isFilledIn, recordOf } from './compared-fields.ts'
import { ObjectPast, staleFields } from './stale-fields.ts'
import { lastChecks, readChecks } from './store.ts'

/** A version that may be stale, because its source was changed after the version was created. */
export interface StaleCandidate {
  source: string
  version: string
  title: string
  type: string
  /** When the source and the version were last changed. */
  changed: string
}

/** Time limit of one call for reading revisions, ms. */
const LOOK_MS = 1000
/** Number of versions whose results are cached. */
const KNOWN = 200_000

/**
 * Counts the stale fields of versions from their revisions. Results are cached until the source, the version or its
 * confirmations change, so a call continues where the last one ran out of time.
 */
export function createStaleVersions() {
  const cache = new LRUCache<string, { mark: string; stale: number }>({
    maxSize: KNOWN,
    sizeCalculation: () => 1,
  })

  /** Begins a call, within which versions are examined. */
  return async (db: Reader, access: BucketAccess, signal: AbortSignal) => {
    const until = performance.now() + LOOK_MS
    const checks = await lastChecks(db, access)

    /** Counts the stale fields of a version; undefined when the call has run out of time. */
    async function countOf(one: StaleCandidate): Promise<number | undefined> {
      const mark = `${one.source} ${one.changed} ${checks.get(one.version) ?? ''}`
      const before = cache.get(one.version)
      if (before?.mark === mark) return before.stale
      if (performance.now() > until) return undefined
      signal.throwIfAborted()
      const stale = await lookAt(db, access, one)
      cache.set(one.version, { mark, stale })
      return stale
    }

    return {
      countOf,

      /** Selects the stale versions among these, in their order, at most `limit`. */
      async among(candidates: readonly StaleCandidate[], limit: number) {
        const objects: StaleTranslation[] = []
        for (const one of candidates) {
          if (objects.length >= limit) return { objects, is_partial: true }
          const stale = await countOf(one)
          if (stale === undefined) return { objects, is_partial: true }
          const { source: source_id, version: object_id, title, type } = one
          if (stale > 0) objects.push({ source_id, object_id, title, type, stale })
        }
        return { objects, is_partial: false }
      },
    }
  }
}

export type StaleVersions = ReturnType<typeof createStaleVersions>

async function lookAt(
  db: Reader,
  access: BucketAccess,
  { source, version, type }: StaleCandidate,
): Promise<number> {
  const [model, objects] = await Promise.all([
    findTypeModel(db, access, type),
    readObjects(db, access, [source, version]),
  ])
  const [original, translation] = [objects.get(source), objects.get(version)]
  if (!model || !original || !translation) return 0
  const [theirs, ours] = [recordOf(original.state), recordOf(translation.state)]
  const paths = comparedFields(model)
    .filter((field) => isFilledIn(field, theirs) && isFilledIn(field, ours))
    .map(({ path }) => path)
  const stale = await staleFields(
    paths,
    new ObjectPast(db, access, translation),
    new ObjectPast(db, access, original),
    await readChecks(db, access, version),
  )
  return stale.length
}
