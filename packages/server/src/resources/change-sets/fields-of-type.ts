import type { Metafield } from '@typecase/contract/metafields'

import type { Reader } from '../../database/database.ts'
import './tables.ts'

/** What a change set did to the fields of an object type. */
export interface FieldsOfType {
  typeId: string
  before: readonly Metafield[]
  after: readonly Metafield[]
}

/** Remembers it with the change set. */
export async function keepFields(
  db: Reader,
  changeSetId: string,
  { typeId, before, after }: FieldsOfType,
): Promise<void> {
  const fields = { before: JSON.stringify(before), after: JSON.stringify(after) }
  await db
    .insertInto('change_set_fields')
    .values({ change_set_id: changeSetId, type_id: typeId, ...fields })
    .execute()
}

/** The same of a change set that changed fields; most did not. */
export async function findFields(
  db: Reader,
  changeSetId: string,
): Promise<FieldsOfType | undefined> {
  const row = await db
    .selectFrom('change_set_fields')
    .select(['type_id', 'before', 'after'])
    .where('change_set_id', '=', changeSetId)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    typeId: row.type_id,
    // Written by `keepFields` only.
    before: JSON.parse(row.before) as Metafield[],
    after: JSON.parse(row.after) as Metafield[],
  }
}
