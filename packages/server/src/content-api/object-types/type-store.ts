import type { Metafield } from '@typecase/contract/metafields'

import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../../resources/buckets/bucket-access.ts'
import '../../resources/object-types/tables.ts'

/** The metafields of a bucket's object types, by slug. */
export async function fieldsByType(
  reader: Reader,
  { bucketId }: BucketAccess,
): Promise<ReadonlyMap<string, readonly Metafield[]>> {
  const rows = await reader
    .selectFrom('object_types')
    .select(['slug', 'metafields'])
    .where('bucket_id', '=', bucketId)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ slug, metafields }) => [slug, JSON.parse(metafields) as Metafield[]]))
}
