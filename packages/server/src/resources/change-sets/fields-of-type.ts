import type { Metafield } from '@typecase/contract/metafields'

import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import './tables.ts'

/** A change set's changes to the fields of an object type. */
export interface FieldsOfType {
  typeId: string
  before: readonly Metafield[]
  after: readonly Metafield[]
}

/** Stores a change of a type's fields with the change set. */
export async function keepFields(
  db: Reader,
  { bucketId }: BucketAccess,
  changeSetId: string,
  { typeId, before, after }: FieldsOfType,
): Promise<void> {
  const fields = { fields_before: JSON.stringify(before), fields_after: JSON.stringify(after) }
  await db
    .updateTable('change_sets')
    .set({ type_id: typeId, ...fields })
    .where('bucket_id', '=', bucketId)
    .where('id', '=', changeSetId)
    .execute()
}

/** Reads the change of a type's fields that a change set made; undefined for most change sets. */
export async function findFields(
  db: Reader,
  { bucketId }: BucketAccess,
  changeSetId: string,
): Promise<FieldsOfType | undefined> {
  const row = await db
    .selectFrom('change_sets')
    .select(['type_id', 'fields_before', 'fields_after'])
    .where('bucket_id', '=', bucketId)
    .where('id', '=', changeSetId)
    .executeTakeFirst()
  if (!row || row.type_id === null) return undefined
  return {
    typeId: row.type_id,
    // Only `keepFields` writes these columns, so the casts are safe.
    before: JSON.parse(row.fields_before ?? '[]') as Metafield[],
    after: JSON.parse(row.fields_after ?? '[]') as Metafield[],
  }
}
