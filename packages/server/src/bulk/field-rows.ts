import type { FieldChange } from '@typecase/contract/field-changes'

import { createFacets } from './facets.ts'
import type { PlanRows } from './plan.ts'
import { collectRowIndex } from './row-index.ts'
import type { Page } from './row-page.ts'

/** Changes of fields as rows. */
export interface FieldRows extends PlanRows<FieldChange> {
  add(id: string, changes: readonly FieldChange[]): void
}

export function collectFieldRows({ skip, limit }: Page): FieldRows {
  const index = collectRowIndex()
  const facets = createFacets()
  const sample: FieldChange[] = []
  let [seen, reported] = [0, 0]

  return {
    sample,
    add(id, changes) {
      const from = Math.max(0, skip - seen)
      sample.push(...changes.slice(from, from + limit - sample.length))
      seen += changes.length
      index.add(id, changes.length)
    },
    hasSome: () => sample.length > 0,
    soFar() {
      const isNew = sample.length > reported
      reported = sample.length
      return { changes: seen, ...(isNew && { sample: [...sample] }) }
    },
    facets: facets.close,
    close: index.close,
  }
}
