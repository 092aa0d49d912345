import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'

/** An object that a change left alone, and why. */
interface Failure {
  object_id: string
  title: string
  reason: string
}

/** Keeps what a change that was made at once left alone. Nothing was changed without a change set, hence nothing kept. */
export async function keepFailures(
  db: Reader,
  changeSetId: string | null,
  failures: readonly Failure[],
): Promise<void> {
  if (changeSetId === null || failures.length === 0) return
  await selectRows(db, {
    text: `INSERT INTO change_set_failures (change_set_id, object_id, title, reason)
      SELECT ?, json_extract(value, '$.object_id'), json_extract(value, '$.title'), json_extract(value, '$.reason')
      FROM json_each(?) ORDER BY key`,
    values: [changeSetId, JSON.stringify(failures)],
  })
}

/** What a change that was made at once left alone, in its order. */
export const readFailures = (db: Reader, changeSetId: string): Promise<Failure[]> =>
  selectRows<Failure>(db, {
    text: 'SELECT object_id, title, reason FROM change_set_failures WHERE change_set_id = ? ORDER BY seq',
    values: [changeSetId],
  })
