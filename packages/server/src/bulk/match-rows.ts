import type { ObjectMatch } from '@typecase/contract/search-and-replace'

import type { ObjectMatches } from '../resources/objects/changes/replace/find-matches.ts'
import { collectRows } from './collect-rows.ts'
import type { Facets } from './facets.ts'
import type { PlanRows } from './plan.ts'
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
