import type { Reader } from '../database/database.ts'
import { selectRows } from '../database/run-sql.ts'

declare module '../database/tables.ts' {
  interface Tables {
    job_objects: { seq: number; job_id: string; piece: number; ids: string }
  }
}

/** Ids in one row: some ten pages, so that 70,000 ids are 70 rows, and a chunk reads one or two. */
const PIECE = 1000
const ID_LENGTH = 24

/** Keeps the ids that a job goes through, within the write that puts it into the queue. */
export async function keepJobObjects(
  db: Reader,
  jobId: string,
  ids: readonly string[],
): Promise<void> {
  for (let at = 0; at < ids.length; at += PIECE) {
    await selectRows(db, {
      text: 'INSERT INTO job_objects (job_id, piece, ids) VALUES (?, ?, ?)',
      values: [jobId, at / PIECE, ids.slice(at, at + PIECE).join('')],
    })
  }
}

/** Some of the ids that a job goes through, beginning with the one at a place; none at the end. */
export async function readJobObjects(
  db: Reader,
  jobId: string,
  at: number,
  count: number,
): Promise<string[]> {
  const first = Math.floor(at / PIECE)
  const rows = await selectRows<{ ids: string }>(db, {
    text: 'SELECT ids FROM job_objects WHERE job_id = ? AND piece BETWEEN ? AND ? ORDER BY piece',
    values: [jobId, first, Math.floor((at + count - 1) / PIECE)],
  })
  const text = rows.map(({ ids }) => ids).join('')
  const from = (at - first * PIECE) * ID_LENGTH
  const until = Math.min(text.length, from + count * ID_LENGTH)
  const ids: string[] = []
  for (let place = from; place < until; place += ID_LENGTH)
    ids.push(text.slice(place, place + ID_LENGTH))
  return ids
}

/** Lets go of them once the job is over. */
export async function forgetJobObjects(db: Reader, jobId: string): Promise<void> {
  await selectRows(db, { text: 'DELETE FROM job_objects WHERE job_id = ?', values: [jobId] })
}
