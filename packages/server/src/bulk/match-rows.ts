import type { ObjectMatch } from '@typecase/contract/search-and-replace'

import type { ObjectMatches } from '../resources/objects/changes/replace/find-matches.ts'
import { collectRows } from './collect-rows.ts'
import type { Facets } from './facets.ts'
import type { PlanRows } from './plan.ts'
import type { Page } from './row-page.ts'

/** Approximate time limit of a quick dry run, in ms. */
const QUICK_MS = 250

/** An item to search for matches. */
interface SearchedItem {
  id: string
  title: string
}

/** Returns matches as rows, with the id and title of their item. */
export const matchRows = ({ id, title }: SearchedItem, { matches }: ObjectMatches): ObjectMatch[] =>
  matches.map((match) => ({ object_id: id, title, ...match }))

/** Collects the matches of a search as rows. */
export interface MatchRows extends PlanRows<ObjectMatch> {
  /**
   * Finds the matches in an item.
   * @param count adds their number to further facets, besides the one by field
   * @returns whether there is a match
   */
  find(
    item: SearchedItem,
    matchesOf: (page: Page) => ObjectMatches | Promise<ObjectMatches>,
    count?: (count: Facets['count'], matches: number) => void,
  ): Promise<boolean>
}

export function collectMatches(page: Page, isQuick: boolean): MatchRows {
  const rows = collectRows<ObjectMatch>(page, (matches, matched_objects) => ({
    matched_objects,
    matches,
    truncated: true,
  }))
  const deadline = performance.now() + QUICK_MS

  return {
    ...rows,
    async find(item, matchesOf, count) {
      const matches = await matchesOf(rows.part())
      const { total, fields } = matches
      if (total === 0) return false
      rows.add(item.id, total, () => matchRows(item, matches))
      count?.(rows.count, total)
      for (const [field, of] of fields) rows.count('field', field, of.label, of.count)
      return true
    },
    hasEnough: () => isQuick && (rows.sample.length >= page.limit || performance.now() > deadline),
  }
}
