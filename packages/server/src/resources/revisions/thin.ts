import type { Selectable } from 'kysely'

import type { App } from '../../app.ts'
import { nextSlice, sliceIsOver } from '../../columns/sorting.ts'
import type { Reader } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import '../buckets/tables.ts'
import '../change-sets/tables.ts'
import './tables.ts'

const DAY = 24 * 3600 * 1000
/** Number of rows per read. */
const PAGE = 1000
/** Number of rows deleted per write, so that other writes need not wait long. */
const CHUNK = 200

const columns = ['object_id', 'rev', 'created_at', 'status', 'name', 'change_set_id'] as const
type Row = Pick<Selectable<Tables['revisions']>, (typeof columns)[number]>

/**
 * Deletes old revisions according to the settings of each bucket. Of each object, the last revision of a day is kept,
 * and all that were public, have a name, or are needed to undo a change. Called by the scheduler.
 * @returns the number of deleted revisions
 */
export async function thinRevisions(app: Pick<App, 'db' | 'clock'>): Promise<number> {
  const { db, clock } = app
  const buckets = await db.read
    .selectFrom('buckets')
    .select(['id', 'thin_revisions_after'])
    .where('thin_revisions_after', 'is not', null)
    .execute()
  let total = 0
  for (const { id, thin_revisions_after: days } of buckets) {
    if (days === null || db.isHeld({ bucketId: id })) continue
    total += await thinBucket(app, id, new Date(clock.now() - days * DAY).toISOString())
  }
  return total
}

async function thinBucket(
  { db }: Pick<App, 'db'>,
  bucketId: string,
  before: string,
): Promise<number> {
  let total = 0
  let last: Row | undefined
  for (;;) {
    const rows = await pageAfter(db.read, bucketId, last)
    // The last row of a page can only be judged with the row that follows it.
    const candidates: Row[] = last ? [last, ...rows] : rows
    const old = candidates.filter((row, index) => isSuperseded(row, candidates[index + 1], before))
    for (let from = 0; from < old.length; from += CHUNK) {
      total += await deleteUnneeded(db, bucketId, old.slice(from, from + CHUNK))
    }
    last = rows.at(-1)
    if (!last || rows.length < PAGE) return total
    while (sliceIsOver()) await nextSlice()
  }
}

const pageAfter = (db: Reader, bucketId: string, last: Row | undefined): Promise<Row[]> =>
  db
    .selectFrom('revisions')
    .select(columns)
    .where('bucket_id', '=', bucketId)
    .$if(last !== undefined, (rows) =>
      rows.where((eb) =>
        eb(eb.refTuple('object_id', 'rev'), '>', eb.tuple(last?.object_id ?? '', last?.rev ?? 0)),
      ),
    )
    .orderBy('object_id')
    .orderBy('rev')
    .limit(PAGE)
    .execute()

/** Whether a later state of the same day supersedes a revision. */
const isSuperseded = (row: Row, next: Row | undefined, before: string): boolean =>
  row.created_at < before &&
  row.status !== 'published' &&
  row.name === null &&
  next?.object_id === row.object_id &&
  next.created_at.slice(0, 10) === row.created_at.slice(0, 10)

/**
 * Deletes revisions after checking them again within the write: one may have been named since, and the states of a
 * change that can be undone are kept.
 */
async function deleteUnneeded(
  db: App['db'],
  bucketId: string,
  rows: readonly Row[],
): Promise<number> {
  const { numDeletedRows } = await db.write(
    (write) =>
      write.db
        .deleteFrom('revisions')
        .where('bucket_id', '=', bucketId)
        .where((eb) =>
          eb.or(
            rows.map(({ object_id, rev }) =>
              eb.and([eb('object_id', '=', object_id), eb('rev', '=', rev)]),
            ),
          ),
        )
        .where('name', 'is', null)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('change_sets')
                .select('change_sets.id')
                .whereRef('change_sets.bucket_id', '=', 'revisions.bucket_id')
                .whereRef('change_sets.id', '=', 'revisions.change_set_id'),
            ),
          ),
        )
        .executeTakeFirstOrThrow(),
    { bucketId },
  )
  return Number(numDeletedRows)
}
