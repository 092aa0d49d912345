import { idsIn } from '../bulk/ids-in-text.ts'
import type { Reader } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'

declare module '../database/tables.ts' {
  interface Tables {
    job_inputs: { job_id: string; part: number; text: string }
  }
}

/** The number of the part that holds the parameters; all further parts hold ids. */
const PARAMS = 0

/**
 * Ids per part. A part takes about ten database pages, so 70,000 ids are 70 rows, and a chunk reads one or two of them.
 */
const PIECE = 1000

const addPart = prepared((db, row: { job_id: string; part: number; text: string }) =>
  db.insertInto('job_inputs').values({ job_id: row.job_id, part: row.part, text: row.text }),
)

/**
 * Stores the parameters and ids of a job within the write that enqueues it.
 * @param params plain JSON of any length
 */
export async function keepJobInput(
  db: Reader,
  jobId: string,
  params: unknown,
  ids: readonly string[] = [],
): Promise<void> {
  await addPart(db, { job_id: jobId, part: PARAMS, text: JSON.stringify(params ?? null) })
  for (let at = 0; at < ids.length; at += PIECE) {
    const text = ids.slice(at, at + PIECE).join('')
    await addPart(db, { job_id: jobId, part: PARAMS + 1 + at / PIECE, text })
  }
}

const partsOf = prepared((db, job: { id: string }) =>
  db.selectFrom('job_inputs').select(['part', 'text']).where('job_id', '=', job.id).orderBy('part'),
)

/** Reads the parameters and ids of a job. */
export async function readJobInput(
  db: Reader,
  jobId: string,
): Promise<{ params: unknown; ids: string[] }> {
  const parts = await partsOf(db, { id: jobId })
  const params = parts.find(({ part }) => part === PARAMS)
  const ids = parts.filter((part) => part !== params).map(({ text }) => text)
  return { params: JSON.parse(params?.text ?? 'null') as unknown, ids: idsIn(ids.join('')) }
}

/** Deletes the input of a job that has ended. */
export async function forgetJobInput(db: Reader, jobId: string): Promise<void> {
  await db.deleteFrom('job_inputs').where('job_id', '=', jobId).execute()
}
