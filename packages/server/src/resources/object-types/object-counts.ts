import { everything } from '@typecase/content-query/ast'

import type { BucketAccess } from '../buckets/bucket-access.ts'
import { type Finding, objectIndex } from '../objects/queries/find-objects.ts'

/** Number of objects of each type, by its slug. */
export type ObjectCounts = ReadonlyMap<unknown, number>

/** For callers that do not need the number of objects. */
export const uncounted: ObjectCounts = new Map()

/**
 * Counts the objects of each type, without those in the trash.
 * @param of whether to count newest versions or only public ones
 */
export async function countObjects(
  finding: Finding,
  access: Pick<BucketAccess, 'bucketId'>,
  of: 'newest' | 'published' = 'newest',
): Promise<ObjectCounts> {
  const { index, rows } = await objectIndex(finding, access, of).match(everything)
  return index.countValues(['type'], rows)
}
