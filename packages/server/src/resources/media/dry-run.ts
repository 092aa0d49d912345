import type { SearchAndReplaceResult } from '@typecase/contract/search-and-replace'

import type { App } from '../../app.ts'
import { createPace } from '../../jobs/pace.ts'
import { writePace } from '../../jobs/run-chunks.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { Tell } from '../objects/bulk/answer-plan.ts'
import { createFacets } from '../objects/bulk/facets.ts'
import { collectRowIndex, type RowIndex } from '../objects/bulk/row-index.ts'
import type { Page } from '../objects/bulk/row-page.ts'
import { findInMedia, type MediaSearch, replaceInTexts } from './media-search.ts'
import { MISSING } from './replace-job.ts'
import { readMedia, type StoredMedia } from './store.ts'

/** What other requests wait for at most while it goes on. */
const CHUNK_MS = 15
/** Media that are looked at first, and what one costs until something was measured. */
const FIRST = 100
const MS_EACH = 0.05

/** Milliseconds between two words about how far it is; what a quick one takes at most. */
const TELL_EVERY = 200
const QUICK_MS = 250

/** Ids that are told of each reason. */
const IDS = 100

export interface Watching {
  signal: AbortSignal
  tell?: Tell | undefined
}

export interface Looked {
  plan: Omit<SearchAndReplaceResult, 'sample'>
  sample: NonNullable<SearchAndReplaceResult['sample']>
  index: RowIndex
  /** Whether it ended before it had seen all. */
  isPartial: boolean
}

/** Looks through media and says what replacing would do there, and where; it changes nothing. */
export async function lookThrough(
  { db }: Pick<App, 'db'>,
  access: BucketAccess,
  prepared: MediaSearch,
  ids: readonly string[],
  { page, isQuick }: { page: Page; isQuick: boolean },
  { signal, tell }: Watching,
): Promise<Looked> {
  const pace = createPace(CHUNK_MS, FIRST, MS_EACH)
  const seen = createSeen(prepared, page)
  const quickUntil = performance.now() + QUICK_MS
  let tellAt = 0
  let at = 0
  const isEnough = () =>
    isQuick && (seen.sample.length >= page.limit || performance.now() > quickUntil)
  while (at < ids.length && !isEnough()) {
    signal.throwIfAborted()
    const begun = performance.now()
    const some = ids.slice(at, at + pace.size)
    const media = await readMedia(db.read, access, some)
    for (const id of some) seen.look(id, media.get(id))
    at += some.length
    pace.took(some.length, performance.now() - begun)
    if (tell && at < ids.length && seen.sample.length > 0 && performance.now() > tellAt) {
      const so = { looked_at: at, in_scope: ids.length, is_partial: true, truncated: true }
      tell({ ...seen.counts(), skipped: [], sample: seen.sample, ...so })
      tellAt = performance.now() + TELL_EVERY
    }
    await new Promise(setImmediate)
  }
  const counts = seen.counts()
  const estimated_ms = writePace.estimate(counts.modified)
  return {
    plan: { ...counts, skipped: seen.skipped(), is_reversible: true, estimated_ms },
    sample: seen.sample,
    index: seen.index(),
    isPartial: at < ids.length,
  }
}

/** Counts what is seen. */
function createSeen(prepared: MediaSearch, { skip, limit }: Page) {
  const sample: Looked['sample'] = []
  const skipped = new Map<string, { reason: string; count: number; ids: string[] }>()
  const facets = createFacets()
  const index = collectRowIndex()
  let [matched, modified, unchanged, matches, withMatches] = [0, 0, 0, 0, 0]

  function leaveOut(id: string, reason: string): void {
    const known = skipped.get(reason) ?? { reason, count: 0, ids: [] }
    skipped.set(reason, known)
    known.count += 1
    if (known.ids.length < IDS) known.ids.push(id)
  }

  /** @returns whether there can be anything to do */
  function show(media: StoredMedia): boolean {
    const page = { skip: Math.max(0, skip - matches), limit: limit - sample.length }
    const found = findInMedia(media, prepared, page)
    if (found.total === 0) return prepared.exclude.has(media.id)
    matches += found.total
    withMatches += 1
    index.add(media.id, found.total)
    sample.push(...found.sample)
    for (const [field, { label, count }] of found.fields) facets.count('field', field, label, count)
    return true
  }

  return {
    sample,
    look(id: string, media: StoredMedia | undefined): void {
      if (!media || media.isDeleted) return leaveOut(id, MISSING)
      matched += 1
      const made = show(media) ? replaceInTexts(media, prepared) : undefined
      if (!made) unchanged += 1
      else if ('reason' in made) leaveOut(id, made.reason)
      else modified += 1
    },
    counts: () => ({
      matched,
      modified,
      unchanged,
      matched_objects: withMatches,
      matches,
      facets: facets.close(),
    }),
    skipped: () => [...skipped.values()].toSorted((a, b) => b.count - a.count),
    index: () => index.close(),
  }
}
