import type { ObjectMatch } from '@typecase/contract/search-and-replace'

import type { ObjectMatches } from '../resources/objects/changes/replace/find-matches.ts'
import { createFacets, type Facets } from './facets.ts'
import type { PlanRows } from './plan.ts'
import { collectRowIndex } from './row-index.ts'
import type { Page } from './row-page.ts'

/** The approximate time limit of a quick dry run, ms. */
const QUICK_MS = 250

/** An item that is searched for matches. */
interface Searched {
  id: string
  title: string
}

/** Matches as rows: with the id and title of their item. */
export const matchRows = ({ id, title }: Searched, { matches }: ObjectMatches): ObjectMatch[] =>
  matches.map((match) => ({ object_id: id, title, ...match }))

/** The rows of a search: matches. */
export interface MatchRows extends PlanRows<ObjectMatch> {
  /**
   * Finds the matches in an item.
   * @param count collects their number per group, in addition to per field
   * @returns whether there is a match
   */
  find(
    item: Searched,
    matchesOf: (page: Page) => ObjectMatches | Promise<ObjectMatches>,
    count?: (facets: Facets, matches: number) => void,
  ): Promise<boolean>
}

export function collectMatches({ skip, limit }: Page, isQuick: boolean): MatchRows {
  const index = collectRowIndex()
  const facets = createFacets()
  const sample: ObjectMatch[] = []
  const deadline = performance.now() + QUICK_MS
  let [seen, items, reported] = [0, 0, 0]

  return {
    sample,
    async find(item, matchesOf, count) {
      const page = { skip: Math.max(0, skip - seen), limit: limit - sample.length }
      const matches = await matchesOf(page)
      const { total, fields } = matches
      if (total === 0) return false
      seen += total
      items += 1
      sample.push(...matchRows(item, matches))
      index.add(item.id, total)
      count?.(facets, total)
      for (const [field, of] of fields) facets.count('field', field, of.label, of.count)
      return true
    },
    hasEnough: () => isQuick && (sample.length >= limit || performance.now() > deadline),
    hasSome: () => sample.length > 0,
    soFar() {
      const isNew = sample.length > reported
      reported = sample.length
      const counts = { matched_objects: items, matches: seen, facets: facets.close() }
      return { ...counts, truncated: true, ...(isNew && { sample }) }
    },
    facets: facets.close,
    close: index.close,
  }
}
