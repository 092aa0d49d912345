import type { ObjectMatch } from '@typecase/contract/search-and-replace'

import { createFacets } from '../bulk/facets.ts'
import type { RowWatch } from '../bulk/plan.ts'
import { collectRowIndex } from '../bulk/row-index.ts'
import type { Page } from '../bulk/row-page.ts'
import { shownMatches } from './match-page.ts'
import type { Exclusions } from './replace-in.ts'
import type { Search } from './search.ts'

/** What a quick dry run takes at most, by and large. */
const QUICK_MS = 250

/** Watches a plan and notes the matches: those of one page, and of all others where they are. A row is a match. */
export function watchMatches(
  search: Search,
  exclude: Exclusions,
  { skip, limit }: Page,
  isQuick: boolean,
): RowWatch<ObjectMatch> {
  const index = collectRowIndex()
  const facets = createFacets()
  const sample: ObjectMatch[] = []
  const deadline = performance.now() + QUICK_MS
  let seen = 0
  let isEnough = false
  let objects = 0
  let told = 0

  const counts = () => ({ matched_objects: objects, matches: seen, facets: facets.close() })

  return {
    sample,
    sees(object, model) {
      const page = { skip: Math.max(0, skip - seen), limit: limit - sample.length }
      const { total, sample: more, fields } = shownMatches(object, model, search, page)
      seen += total
      sample.push(...more)
      if (total > 0) {
        index.add(object.id, total)
        objects += 1
        facets.object(object, model, total)
        for (const [field, { label, count }] of fields) facets.count('field', field, label, count)
      }
      return total > 0 || exclude.has(object.id)
    },
    hasEnough() {
      if (!isQuick) return false
      return (isEnough = sample.length >= limit || performance.now() > deadline)
    },
    hasSome: () => sample.length > 0,
    soFar() {
      const isNew = sample.length > told
      told = sample.length
      return { ...counts(), truncated: true, ...(isNew && { sample }) }
    },
    facets: facets.close,
    isPartial: () => isEnough,
    close: index.close,
  }
}
