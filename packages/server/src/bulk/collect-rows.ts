import type { FieldChange } from '@typecase/contract/field-changes'

import { createFacets, type Facets } from './facets.ts'
import type { PlanRows } from './plan.ts'
import { collectRowIndex } from './row-index.ts'
import type { Page } from './row-page.ts'

/** Rows of a plan as they are collected: those of one page, and the index and the facets of all. */
export interface CollectedRows<Row> extends PlanRows<Row> {
  readonly count: Facets['count']
  /** The part of the next item’s rows that the page shows. */
  part(): Page
  /** Adds the rows of an item. @param rowsOf makes those of a part; not called for an item that the page does not show */
  add(
    id: string,
    count: number,
    rowsOf: (part: Page) => readonly Row[],
    slugs?: readonly string[],
  ): void
}

/** @param progress the counts of rows and of their items as a partial plan names them */
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

/** The same for changes of fields. */
export const collectFieldRows = (page: Page) =>
  collectRows<FieldChange>(page, (changes) => ({ changes }))

/** The rows of a part. */
export const slicePart = <Row>(rows: readonly Row[], { skip, limit }: Page): readonly Row[] =>
  rows.slice(skip, skip + limit)
