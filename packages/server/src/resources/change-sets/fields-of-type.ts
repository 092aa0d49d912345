import type { Metafield } from '@typecase/contract/metafields'

import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    change_set_fields: { change_set_id: string; type_id: string; before: string; after: string }
  }
}

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
  await selectRows(db, {
    text: 'INSERT INTO change_set_fields (change_set_id, type_id, before, after) VALUES (?, ?, ?, ?)',
    values: [changeSetId, typeId, JSON.stringify(before), JSON.stringify(after)],
  })
}

/** The same of a change set that changed fields; most did not. */
export async function findFields(
  db: Reader,
  changeSetId: string,
): Promise<FieldsOfType | undefined> {
  const [row] = await selectRows<{ type_id: string; before: string; after: string }>(db, {
    text: 'SELECT type_id, before, after FROM change_set_fields WHERE change_set_id = ?',
    values: [changeSetId],
  })
  if (!row) return undefined
  return {
    typeId: row.type_id,
    // Written by `keepFields` only.
    before: JSON.parse(row.before) as Metafield[],
    after: JSON.parse(row.after) as Metafield[],
  }
}
