import { sql } from '@typecase/content-query/sql-text'
import type { BulkResult } from '@typecase/contract/objects'

import type { Database } from '../../../database/database.ts'
import { selectRows } from '../../../database/run-sql.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { FieldIndexes } from '../field-indexes.ts'
import { modelsInScope } from '../bulk/scope.ts'
import { hasDraftsOverPublished, hitsOfMany, readerOf } from './relation-hits.ts'
import { relationPlaces, wishForIndexes } from './relation-places.ts'

/** How many of some objects are pointed at by others, and by how many others: what their deletion would leave behind. */
export async function countUses(
  db: Database,
  access: BucketAccess,
  indexes: FieldIndexes,
  ids: readonly string[],
): Promise<NonNullable<BulkResult['references']>> {
  const types = new Set((await modelsInScope(db.read, access, ids)).map(({ slug }) => slug))
  const places = await relationPlaces(db.read, access, indexes)
  wishForIndexes(access, indexes, places, types)
  if (places.length === 0 || types.size === 0) return { used: 0, by: 0 }
  const withPublished = await hasDraftsOverPublished(db.walk, access)
  const hits = hitsOfMany(access, places, withPublished)
  const [row] = await selectRows<{ used: number; by: number }>(
    readerOf(db, places),
    sql`WITH wanted(value) AS MATERIALIZED (SELECT objects.id FROM json_each(${JSON.stringify(ids)}) AS given
        CROSS JOIN objects ON objects.id = given.value AND objects.bucket_id = ${access.bucketId} AND objects.deleted_at IS NULL)
      SELECT count(DISTINCT target) AS used, count(DISTINCT id) AS "by" FROM (${hits})`,
  )
  return row ?? { used: 0, by: 0 }
}
