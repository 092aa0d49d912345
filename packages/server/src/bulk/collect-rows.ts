import type { FieldChange } from '@typecase/contract/field-changes'

import { createFacets, type Facets } from './facets.ts'
import type { PlanRows } from './plan.ts'
import { collectRowIndex } from './row-index.ts'
import type { Page } from './row-page.ts'

/** Collects the rows of a plan: those of one page, and the index and facets of all. */
export interface CollectedRows<Row> extends PlanRows<Row> {
  readonly count: Facets['count']
  /** Which of the next item’s rows are on the page. */
  part(): Page
  /**
   * Adds the rows of an item.
   * @param rowsOf returns some of its rows; not called for an item that is not on the page
   */
  add(
    id: string,
    count: number,
    rowsOf: (part: Page) => readonly Row[],
    slugs?: readonly string[],
  ): void
}

/** @param progress the fields of a partial plan for the numbers of rows and of items */
export function collectRows<Row>(
  { skip, limit }: Page,
  progress: (rows: number, items: number) => object,
): CollectedRows<Row> {
  const index = collectRowIndex()
  const facets = createFacets()
  const sample: Row[] = []
  let [seen, items, reported] = [0, 0, 0]
  const part = () => ({ skip: Math.max(0, skip - seen), limit: limit - sample.length })

  return {
    sample,
    count: facets.count,
    part,
    add(id, count, rowsOf, slugs) {
      if (seen + count > skip && sample.length < limit) sample.push(...rowsOf(part()))
      seen += count
      items += 1
      index.add(id, count, slugs)
    },
    hasSome: () => sample.length > 0,
    soFar() {
      const isNew = sample.length > reported
      reported = sample.length
      const counts = { ...progress(seen, items), facets: facets.close() }
      return { ...counts, ...(isNew && { sample: [...sample] }) }
    },
    facets: facets.close,
    close: index.close,
  }
}

/** Collects rows that are changes of fields. */
export const collectFieldRows = (page: Page) =>
  collectRows<FieldChange>(page, (changes) => ({ changes }))

/** Returns the rows of a page. */
export const slicePart = <Row>(rows: readonly Row[], { skip, limit }: Page): readonly Row[] =>
  rows.slice(skip, skip + limit)
