import { or } from '@typecase/content-query/ast'
import type { BulkResult } from '@typecase/contract/objects'

import { nextSlice, sliceIsOver } from '../../../columns/sorting.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { Finding } from '../find-objects.ts'
import { bothVersions, pointing, relationPlaces } from './relation-places.ts'

/** Rows between two looks at the clock. */
const SLICE = 500

/** How many of some objects are pointed at by others, and by how many others: what their deletion would leave behind. */
export async function countUses(
  finding: Finding,
  access: BucketAccess,
  ids: readonly string[],
): Promise<NonNullable<BulkResult['references']>> {
  const places = await relationPlaces(finding.db.read, access)
  if (places.length === 0 || ids.length === 0) return { used: 0, by: 0 }
  const both = await bothVersions(finding, access, places, or([]))
  const wanted = new Set(ids.filter((id) => both.newest.rowOf(id) >= 0))
  const [used, by] = [new Set<string>(), new Set<string>()]
  for (const place of places) {
    const there = pointing(place, { kind: 'in', path: place.keys, values: [...wanted] })
    for (const index of [both.newest, both.published]) {
      const rows = index.select(there).toRows()
      for (let at = 0; at < rows.length; at += SLICE) {
        for (const row of rows.subarray(at, at + SLICE)) {
          // Whatever became of the row in a pause: its id and its values are of one object.
          const id = index.idOf(row)
          if (wanted.has(id)) continue
          for (const target of index.valuesAt(place.keys, row)) {
            if (typeof target !== 'string' || !wanted.has(target)) continue
            used.add(target)
            by.add(id)
          }
        }
        while (sliceIsOver()) await nextSlice()
      }
      while (sliceIsOver()) await nextSlice()
    }
  }
  return { used: used.size, by: by.size }
}
