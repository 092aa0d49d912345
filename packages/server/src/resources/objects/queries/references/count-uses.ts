import { compare, or } from '@typecase/content-query/ast'
import type { BulkResult } from '@typecase/contract/objects'

import { nextSlice, sliceIsOver } from '../../../../columns/sorting.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import type { Finding } from '../find-objects.ts'
import { bothVersions, TYPE } from './both-versions.ts'
import { referenceFields } from './reference-fields.ts'

/** Number of ids or rows between two readings of the clock. */
const SLICE = 500

/** Counts the objects that others refer to, and those others: the references that a deletion would break. */
export async function countUses(
  finding: Finding,
  access: BucketAccess,
  ids: readonly string[],
): Promise<NonNullable<BulkResult['references']>> {
  const fields = await referenceFields(finding.db.read, access)
  if (fields.length === 0 || ids.length === 0) return { used: 0, by: 0 }
  const both = await bothVersions(finding, access, fields, or([]))
  const targets = new Set<string>()
  await inSlices(ids, (id) => {
    if (both.newest.rowOf(id) >= 0) targets.add(id)
  })
  const [used, by] = [new Set<string>(), new Set<string>()]
  for (const { type, keys } of fields) {
    for (const index of [both.newest, both.published]) {
      const holding = await index.rowsHolding(keys, targets)
      const rows = holding.intersect(index.select(compare(TYPE, 'eq', type))).toRows()
      await inSlices(rows, (row) => {
        // The row may have been reused during the pause, so the id and the values must be read together.
        const id = index.idOf(row)
        if (targets.has(id)) return
        for (const target of index.valuesAt(keys, row)) {
          if (typeof target !== 'string' || !targets.has(target)) continue
          used.add(target)
          by.add(id)
        }
      })
    }
  }
  return { used: used.size, by: by.size }
}

async function inSlices<T>(items: ArrayLike<T>, take: (item: T) => void): Promise<void> {
  for (let at = 0; at < items.length; at++) {
    if (at % SLICE === 0) while (sliceIsOver()) await nextSlice()
    take(items[at] as T)
  }
}
