import { idsIn } from '../bulk/ids-in-text.ts'
import type { Reader } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'

declare module '../database/tables.ts' {
  interface Tables {
    job_objects: { job_id: string; piece: number; ids: string }
  }
}

/** Ids in one row: some ten pages, so that 70,000 ids are 70 rows, and a chunk reads one or two. */
const PIECE = 1000

const addPiece = prepared((db, row: { job_id: string; piece: number; ids: string }) =>
  db.insertInto('job_objects').values({ job_id: row.job_id, piece: row.piece, ids: row.ids }),
)

/** Keeps the ids that a job goes through, within the write that puts it into the queue. */
export async function keepJobObjects(
  db: Reader,
  jobId: string,
  ids: readonly string[],
): Promise<void> {
  for (let at = 0; at < ids.length; at += PIECE) {
    const piece = ids.slice(at, at + PIECE).join('')
    await addPiece(db, { job_id: jobId, piece: at / PIECE, ids: piece })
  }
}

const pieces = prepared((db, some: { jobId: string; first: number; last: number }) =>
  db
    .selectFrom('job_objects')
    .select('ids')
    .where('job_id', '=', some.jobId)
    .where('piece', '>=', some.first)
    .where('piece', '<=', some.last)
    .orderBy('piece'),
)

/** Some of the ids that a job goes through, beginning with the one at a place; none at the end. */
export async function readJobObjects(
  db: Reader,
  jobId: string,
  at: number,
  count: number,
): Promise<string[]> {
  const first = Math.floor(at / PIECE)
  const rows = await pieces(db, { jobId, first, last: Math.floor((at + count - 1) / PIECE) })
  const text = rows.map(({ ids }) => ids).join('')
  return idsIn(text, at - first * PIECE, count)
}

/** Lets go of them once the job is over. */
export async function forgetJobObjects(db: Reader, jobId: string): Promise<void> {
  await db.deleteFrom('job_objects').where('job_id', '=', jobId).execute()
}
