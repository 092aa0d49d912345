import { everything, type Scalar } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'

import { nextSlice, sliceIsOver } from '../../../columns/sorting.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { type Finding, objectIndex } from './find-objects.ts'

/** Number of objects between two readings of the clock. */
const SLICE = 500

/**
 * Visits the values of objects in the index of the newest versions, and yields to other work in between. Missing
 * objects are skipped.
 * @param take receives an object's first value at each of the paths
 */
export async function eachIndexed(
  finding: Finding,
  access: BucketAccess,
  ids: readonly string[],
  paths: readonly Path[],
  take: (id: string, values: readonly Scalar[]) => void,
): Promise<void> {
  if (ids.length === 0) return
  const { index } = await objectIndex(finding, access, 'newest').match(everything, {
    values: paths,
  })
  for (let at = 0; at < ids.length; at += SLICE) {
    for (const id of ids.slice(at, at + SLICE)) {
      // Look up the row each time: after a pause, it may belong to another object.
      const row = index.rowOf(id)
      if (row < 0) continue
      const values = paths.map((path) => index.valuesAt(path, row)[0] ?? null)
      take(id, values)
    }
    while (sliceIsOver()) await nextSlice()
  }
}
