import type { Reader } from '../../database/database.ts'
import { insertRows } from '../../database/row-statements.ts'
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
  if (changeSetId === null) return
  const rows = failures.map(({ object_id, title, reason }) => ({
    change_set_id: changeSetId,
    object_id,
    title,
    reason,
  }))
  const columns = ['change_set_id', 'object_id', 'title', 'reason'] as const
  await insertRows(db, 'change_set_failures', columns, rows)
}

/** What a change that was made at once left alone, in its order. */
export const readFailures = (db: Reader, changeSetId: string): Promise<Failure[]> =>
  selectRows<Failure>(db, {
    text: 'SELECT object_id, title, reason FROM change_set_failures WHERE change_set_id = ? ORDER BY seq',
    values: [changeSetId],
  })
