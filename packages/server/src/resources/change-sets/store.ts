import type { ChangeSet } from '@typecase/contract/change-sets'
import { newId } from '@typecase/contract/ids'
import { type Sql, sql, trusted } from '../../database/sql-text.ts'

import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { type ObjectState, parseState, type StoredObject } from '../objects/state.ts'
import { changeTable, historyConditions, type HistoryPage } from './history-conditions.ts'
import '../revisions/tables.ts'
import './tables.ts'

/** Days that a change set can be undone. */
export const CHANGE_SET_DAYS = 30

/** Why objects are written: one change set says it for all of them. */
export interface Reason {
  /** A slug: `publish`, `update`, `undo` … */
  kind: string
  /** In words: `Publish 3 objects`. */
  title: string
  /** The title by the number of objects that were changed, where that may be less than was asked for. */
  titleOf?: (count: number) => string
  /** Goes on with this change set rather than beginning one: the next chunk of a job. */
  changeSetId?: string | null
  jobId?: string
  /** The change set that this one undoes. */
  undoOf?: string
}

/** Begins a change set, or goes on with the one that the reason names. @returns its id */
export async function openChangeSet(
  clock: Clock,
  { db }: Write,
  { bucketId, userId }: BucketAccess,
  { kind, title, changeSetId, jobId, undoOf }: Reason,
): Promise<string> {
  if (changeSetId) return changeSetId
  const id = newId(clock.now())
  await selectRows(db, {
    text: `INSERT INTO change_sets (id, bucket_id, kind, title, count, job_id, undo_of, created_at, created_by)
      VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?)`,
    values: [id, bucketId, kind, title, jobId ?? null, undoOf ?? null, clock.iso(), userId],
  })
  return id
}

/** Counts the objects that a write changed, also in the title; a change set that it began counts one already. */
export async function setCount(
  db: Reader,
  id: string,
  { changeSetId, titleOf }: Reason,
  written: number,
): Promise<void> {
  const more = changeSetId ? written : written - 1
  if (more === 0 && !titleOf) return
  const [counted] = await selectRows<{ count: number }>(db, {
    text: 'UPDATE change_sets SET count = count + ? WHERE id = ? RETURNING count',
    values: [more, id],
  })
  if (!titleOf || !counted) return
  await selectRows(db, {
    text: 'UPDATE change_sets SET title = ? WHERE id = ?',
    values: [titleOf(counted.count), id],
  })
}

/** What there was before: in a revision, in the item itself, a place in the order, or nothing at all. */
interface Former {
  rev_before?: number
  revision_seq?: number
  before?: string
  rank_before?: number
}

/**
 * Records what a change set did to an object. An object that it changes twice keeps the state before the first time.
 */
export async function addItem(
  db: Reader,
  changeSetId: string,
  { id, type, rank, state_rev, state }: StoredObject,
  { rev_before, revision_seq, before, rank_before }: Former,
): Promise<void> {
  await selectRows(db, {
    text: `INSERT INTO change_set_items (change_set_id, object_id, type, title, rev_before, rev_after, revision_seq, rank_before, rank_after, before)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (change_set_id, object_id) DO UPDATE SET rev_after = excluded.rev_after, rank_after = coalesce(excluded.rank_after, change_set_items.rank_after)`,
    values: [
      changeSetId,
      id,
      type,
      state.title,
      rev_before ?? null,
      state_rev,
      revision_seq ?? null,
      rank_before ?? null,
      rank_before === undefined ? null : rank,
      before ?? null,
    ],
  })
}

const COLUMNS = `id, kind, title, count,
  (SELECT 'media' FROM change_set_media WHERE change_set_id = change_sets.id LIMIT 1) AS subject,
  (SELECT count(*) FROM change_set_failures WHERE change_set_id = change_sets.id) AS failed,
  created_at, created_by, job_id, undone_by, undo_of,
  (SELECT created_by FROM change_sets AS undo WHERE undo.id = change_sets.undone_by) AS undoer`

/** The change sets of a bucket that a filter leaves, newest first, and how many these are. */
export async function listChangeSets(
  db: Reader,
  { bucketId }: BucketAccess,
  { limit, skip, ...asked }: HistoryPage,
): Promise<{ change_sets: ChangeSet[]; total: number }> {
  const where = historyConditions(changeTable, bucketId, asked)
  const columns = trusted(COLUMNS)
  const change_sets = await selectRows<ChangeSet>(
    db,
    sql`SELECT ${columns} FROM change_sets WHERE ${where} ORDER BY seq DESC LIMIT ${limit} OFFSET ${skip}`,
  )
  const [count] = await selectRows<{ total: number }>(
    db,
    sql`SELECT count(*) AS total FROM change_sets WHERE ${where}`,
  )
  return { change_sets, total: count?.total ?? 0 }
}

export async function findChangeSet(
  db: Reader,
  { bucketId }: BucketAccess,
  id: string,
): Promise<ChangeSet | undefined> {
  const [row] = await selectRows<ChangeSet>(db, {
    text: `SELECT ${COLUMNS} FROM change_sets WHERE id = ? AND bucket_id = ?`,
    values: [id, bucketId],
  })
  return row
}

/** What a change set did to one object. */
export interface ChangeSetItem {
  seq: number
  object_id: string
  title: string
  /** The `state_rev` before, and the one that it led to. */
  rev_before: number | null
  rev_after: number
  /** The place before and after, where it moved the object. */
  rank_before: number | null
  rank_after: number | null
  /** The state before; null for an object that it made or only moved. */
  before: ObjectState | null
}

/**
 * Items of a change set, last one first: the order in which they are undone.
 * @param below only items that come before the one with this number
 */
export async function readItems(
  db: Reader,
  changeSetId: string,
  limit: number,
  below = Number.MAX_SAFE_INTEGER,
): Promise<ChangeSetItem[]> {
  const rows = await selectRows<Omit<ChangeSetItem, 'before'> & { before: string | null }>(db, {
    text: `SELECT i.seq, i.object_id, i.title, i.rev_before, i.rev_after, i.rank_before, i.rank_after, coalesce(i.before, r.state) AS before
      FROM change_set_items i LEFT JOIN revisions r ON r.seq = i.revision_seq
      WHERE i.change_set_id = ? AND i.seq < ? ORDER BY i.seq DESC LIMIT ?`,
    values: [changeSetId, below, limit],
  })
  return rows.map((row) => ({
    ...row,
    before: row.before === null ? null : parseState(row.before),
  }))
}

/** Marks a change set as undone. @returns whether it was not undone before */
export async function markUndone(db: Reader, id: string, undoneBy: string): Promise<boolean> {
  const rows = await selectRows<{ id: string }>(db, {
    text: 'UPDATE change_sets SET undone_by = ? WHERE id = ? AND undone_by IS NULL RETURNING id',
    values: [undoneBy, id],
  })
  return rows.length > 0
}

/** Whether the job that makes a change set still goes on. */
export async function isJobRunning(db: Reader, { job_id }: ChangeSet): Promise<boolean> {
  if (job_id === null) return false
  const rows = await selectRows(db, {
    text: "SELECT id FROM jobs WHERE id = ? AND status IN ('queued', 'running')",
    values: [job_id],
  })
  return rows.length > 0
}

/** What stands beside change sets, by their ids. */
const PARTS = ['change_set_items', 'change_set_media', 'change_set_failures']
/** Rows that are deleted at once: other writers wait for it. */
const MOST = 500

/** Deletes some rows of change sets, oldest sets first, what belongs to one before it. @returns whether there were any */
export async function forgetSome(db: Reader, which: Sql): Promise<boolean> {
  let rows = 0
  while (rows < MOST) {
    const [set] = await selectRows<{ id: string }>(
      db,
      sql`SELECT id FROM change_sets WHERE ${which} ORDER BY seq LIMIT 1`,
    )
    if (!set) break
    for (const part of PARTS) {
      const table = trusted(part)
      const gone = await selectRows(
        db,
        sql`DELETE FROM ${table} WHERE seq IN (
          SELECT seq FROM ${table} WHERE change_set_id = ${set.id} ORDER BY seq LIMIT ${MOST}) RETURNING seq`,
      )
      if (gone.length === MOST) return true
      rows += gone.length
    }
    await selectRows(db, sql`DELETE FROM change_sets WHERE id = ${set.id}`)
    rows += 1
  }
  return rows > 0
}

/** Forgets some change sets that were made before a time. @returns whether there were any */
export const forgetChangeSets = (db: Reader, before: string): Promise<boolean> =>
  forgetSome(db, sql`created_at < ${before}`)
