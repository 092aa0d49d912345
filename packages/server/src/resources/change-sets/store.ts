import type { ChangeSet } from '@typecase/contract/change-sets'
import { newId } from '@typecase/contract/ids'
import type { ExpressionBuilder, InferResult, Selectable, SelectQueryBuilder } from 'kysely'

import { forgetFailures } from '../../bulk/failures.ts'
import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import { countOf } from '../../database/expressions.ts'
import { deleteSome, SOME } from '../../database/delete-some.ts'
import { upsert } from '../../database/many-rows.ts'
import { prepared } from '../../database/prepared.ts'
import type { Tables } from '../../database/tables.ts'
import type { Write } from '../../database/write-queue.ts'
import { releaseFiles } from '../../storage/stored-files.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { type ObjectState, parseState, type StoredObject } from '../objects/model/state.ts'
import { changeConditions, type HistoryPage } from './history-conditions.ts'
import { isOutdated } from './retention.ts'
import '../revisions/tables.ts'
import './tables.ts'

/** The reason for a write. One change set covers all its objects. */
export interface Reason {
  /** A slug such as `publish`, `update` or `undo`. */
  kind: string
  /** The title for display: `Publish 3 objects`. */
  title: string
  /** Returns the title for the number of changed objects, if that may be smaller than requested. */
  titleOf?: (count: number) => string
  /** The change set to continue instead of beginning a new one, as for the next chunk of a job. */
  changeSetId?: string | null
  /** The change set of the autosave that this write follows. The state between the two leaves no revision. */
  amends?: string
  jobId?: string
  /** The change set that this one undoes. */
  undoOf?: string
}

type NewChangeSet = Omit<
  Selectable<Tables['change_sets']>,
  'count' | 'undone_by' | 'type_id' | 'fields_before' | 'fields_after'
>

const insertChangeSet = prepared((db, row: NewChangeSet) =>
  db.insertInto('change_sets').values({
    id: row.id,
    bucket_id: row.bucket_id,
    version: row.version,
    kind: row.kind,
    title: row.title,
    count: 1,
    live_count: row.live_count,
    job_id: row.job_id,
    undo_of: row.undo_of,
    created_at: row.created_at,
    created_by: row.created_by,
    by_key: row.by_key,
    extension_id: row.extension_id,
    client: row.client,
  }),
)

export interface OpenedChangeSet {
  changeSetId: string
  /** The position of the next item. */
  place: number
  /** How many live objects of this write are already counted in the change set. */
  live: number
}

/**
 * Begins a change set, or continues the one that the reason names.
 * @param version the bucket's new version, which the write has already raised
 * @param live how many of its objects are known to go live
 */
export async function openChangeSet(
  clock: Clock,
  { db }: Write,
  access: BucketAccess,
  version: number,
  { kind, title, amends, changeSetId, jobId, undoOf }: Reason,
  live = 0,
): Promise<OpenedChangeSet> {
  const { bucketId, userId, isKey, extension, client } = access
  // The amended item already has a position.
  if (amends !== undefined) return { changeSetId: amends, place: -1, live: 0 }
  if (changeSetId)
    return { changeSetId, place: await nextPosition(db, access, changeSetId), live: 0 }
  const id = newId(clock.now())
  await insertChangeSet(db, {
    id,
    bucket_id: bucketId,
    version,
    kind,
    title,
    live_count: live,
    job_id: jobId ?? null,
    undo_of: undoOf ?? null,
    created_at: clock.iso(),
    created_by: userId,
    by_key: Number(isKey),
    extension_id: extension,
    client,
  })
  return { changeSetId: id, place: 0, live }
}

async function nextPosition(db: Reader, { bucketId }: BucketAccess, id: string): Promise<number> {
  let next = 0
  for (const table of ['change_set_items', 'change_set_media'] as const) {
    const row = await db
      .selectFrom(table)
      .select('place')
      .where('bucket_id', '=', bucketId)
      .where('change_set_id', '=', id)
      .orderBy('place', 'desc')
      .limit(1)
      .executeTakeFirst()
    next = Math.max(next, (row?.place ?? -1) + 1)
  }
  return next
}

/**
 * Adds the number of objects that a write changed to the change set, and updates its title. A change set that the write
 * began already counts one object.
 * @param live how many of the objects went live and are not counted yet
 */
export async function setCount(
  db: Reader,
  { bucketId }: BucketAccess,
  id: string,
  { changeSetId, titleOf }: Reason,
  items: number,
  live = 0,
): Promise<void> {
  const more = changeSetId ? items : items - 1
  if (more === 0 && live === 0 && !titleOf) return
  const changeSet = db
    .updateTable('change_sets')
    .where('bucket_id', '=', bucketId)
    .where('id', '=', id)
  const counted = await changeSet
    .set((eb) => ({
      count: eb('count', '+', more),
      live_count: eb('live_count', '+', live),
      ...(titleOf && { title: titleOf(items) }),
    }))
    .returning('count')
    .executeTakeFirst()
  if (titleOf && counted && counted.count !== items)
    await changeSet.set({ title: titleOf(counted.count) }).execute()
}

/** Where the previous state is: in a revision, in the item itself, or as a rank; nowhere for a new object. */
export interface Former {
  rev_before?: number
  revision_rev?: number
  before?: string
  rank_before?: number
}

const insertItem = upsert<Selectable<Tables['change_set_items']>>(
  'change_set_items',
  [
    'bucket_id',
    'change_set_id',
    'place',
    'object_id',
    'type',
    'title',
    'rev_before',
    'rev_after',
    'revision_rev',
    'rank_before',
    'rank_after',
    'before',
  ],
  ['bucket_id', 'change_set_id', 'object_id'],
  {
    rev_after: 'excluded.rev_after',
    rank_after: 'coalesce(excluded.rank_after, change_set_items.rank_after)',
  },
)

/**
 * Records an object's change in a change set. If the object changes a second time, its first previous state is kept.
 */
export async function addItem(
  db: Reader,
  { bucketId }: BucketAccess,
  changeSetId: string,
  position: number,
  { id, type, rank, state_rev, state }: StoredObject,
  { rev_before, revision_rev, before, rank_before }: Former,
): Promise<void> {
  await insertItem(db, {
    bucket_id: bucketId,
    change_set_id: changeSetId,
    place: position,
    object_id: id,
    type,
    title: state.title,
    rev_before: rev_before ?? null,
    rev_after: state_rev,
    revision_rev: revision_rev ?? null,
    rank_before: rank_before ?? null,
    rank_after: rank_before === undefined ? null : rank,
    before: before ?? null,
  })
}

const itemsIn = (
  eb: ExpressionBuilder<Tables, 'change_sets'>,
  table: 'change_set_items' | 'change_set_media',
) =>
  eb
    .selectFrom(table)
    .select('place')
    .whereRef(`${table}.bucket_id`, '=', 'change_sets.bucket_id')
    .whereRef(`${table}.change_set_id`, '=', 'change_sets.id')

const withColumns = (query: SelectQueryBuilder<Tables, 'change_sets', object>) =>
  query
    .select([
      'id',
      'kind',
      'title',
      'count',
      'live_count as live',
      'created_at',
      'created_by',
      'by_key',
    ])
    .select('extension_id as extension')
    .select(['client', 'job_id', 'undone_by', 'undo_of'])
    .select((eb) => [
      eb
        .case()
        .when(eb.not(eb.exists(itemsIn(eb, 'change_set_media'))))
        .then(null)
        .when(eb.exists(itemsIn(eb, 'change_set_items')))
        .then<'media' | 'mixed' | null>('mixed')
        .else('media')
        .end()
        .as('subject'),
      eb
        .selectFrom('failures')
        .select((failures) => failures.fn.countAll().as('failed'))
        .whereRef('failures.bucket_id', '=', 'change_sets.bucket_id')
        .whereRef('failures.owner_id', '=', 'change_sets.id')
        .as('failed'),
      eb
        .selectFrom('change_sets as undo')
        .select('undo.created_by')
        .whereRef('undo.bucket_id', '=', 'change_sets.bucket_id')
        .whereRef('undo.id', '=', 'change_sets.undone_by')
        .as('undoer'),
    ])
    .$castTo<Omit<ChangeSet, 'by_key'> & { by_key: number }>()

const withFlag = <Row extends { by_key: number }>(row: Row) => ({
  ...row,
  by_key: row.by_key === 1,
})

/** Lists the change sets of a bucket that match a filter, newest first, and counts them. */
export async function listChangeSets(
  db: Reader,
  { bucketId }: BucketAccess,
  { limit, skip, ...filter }: HistoryPage,
): Promise<{ change_sets: ChangeSet[]; total: number }> {
  const all = db.selectFrom('change_sets').where(changeConditions(bucketId, filter))
  const rows = await withColumns(all).orderBy('version', 'desc').limit(limit).offset(skip).execute()
  const total = await countOf(all)
  return { change_sets: rows.map(withFlag), total }
}

export async function findChangeSet(
  db: Reader,
  { bucketId }: BucketAccess,
  id: string,
): Promise<ChangeSet | undefined> {
  const row = await withColumns(db.selectFrom('change_sets'))
    .where('bucket_id', '=', bucketId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && withFlag(row)
}

/** Selects the items of a change set with their previous states, wherever these are stored. */
export const itemsWithStates = (db: Reader, { bucketId }: BucketAccess, changeSetId: string) =>
  db
    .selectFrom('change_set_items as i')
    .leftJoin('revisions as r', (join) =>
      join
        .onRef('r.bucket_id', '=', 'i.bucket_id')
        .onRef('r.object_id', '=', 'i.object_id')
        .onRef('r.rev', '=', 'i.revision_rev'),
    )
    .select(['i.place', 'i.object_id', 'i.title', 'i.rev_before', 'i.rev_after', 'i.revision_rev'])
    .select(['i.rank_before', 'i.rank_after'])
    .select((eb) => eb.fn.coalesce('i.before', 'r.state').as('before'))
    .where('i.bucket_id', '=', bucketId)
    .where('i.change_set_id', '=', changeSetId)

/** The change of one object in a change set. */
export type ItemRow = InferResult<ReturnType<typeof itemsWithStates>>[number]

/** The change of one object with its parsed previous state; null if the object was created or only moved. */
export type ChangeSetItem = Omit<ItemRow, 'before'> & { before: ObjectState | null }

/**
 * Reads items of a change set from last to first, the order in which they are undone.
 * @param below only items before this position
 */
export async function readItems(
  db: Reader,
  access: BucketAccess,
  changeSetId: string,
  limit: number,
  below = Number.MAX_SAFE_INTEGER,
): Promise<ChangeSetItem[]> {
  const rows = await itemsWithStates(db, access, changeSetId)
    .where('i.place', '<', below)
    .orderBy('i.place', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...row,
    before: row.before === null ? null : parseState(row.before),
  }))
}

/** Marks a change set as undone. @returns false if it already was */
export async function markUndone(
  db: Reader,
  { bucketId }: BucketAccess,
  id: string,
  undoneBy: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('change_sets')
    .set({ undone_by: undoneBy })
    .where('bucket_id', '=', bucketId)
    .where('id', '=', id)
    .where('undone_by', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the job of a change set is still running. */
export async function isJobRunning(db: Reader, { job_id }: ChangeSet): Promise<boolean> {
  if (job_id === null) return false
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', job_id)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return row !== undefined
}

/** Finds the buckets with outdated change sets. @param before the time limit for most kinds */
export const bucketsToForget = (db: Reader, before: string): Promise<{ bucketId: string }[]> =>
  db
    .selectFrom('change_sets')
    .select('bucket_id as bucketId')
    .distinct()
    .where(isOutdated(before))
    .execute()

/** The tables of a change set's items. */
const PARTS = ['change_set_items', 'change_set_media'] as const

/**
 * Deletes some rows of a bucket's change sets and their items, oldest sets first.
 * @param now UNIX ms
 * @param before only sets older than this time
 * @returns whether any rows were deleted
 */
export async function forgetSome(
  db: Reader,
  bucketId: string,
  now: number,
  before?: string,
): Promise<boolean> {
  let rows = 0
  while (rows < SOME) {
    const set = await db
      .selectFrom('change_sets')
      .select('id')
      .where('bucket_id', '=', bucketId)
      .$if(before !== undefined, (sets) => sets.where(isOutdated(before ?? '')))
      .orderBy('version')
      .limit(1)
      .executeTakeFirst()
    if (!set) break
    const ofSet = { bucket_id: bucketId, change_set_id: set.id }
    const files = await db
      .selectFrom('change_set_media')
      .select('file_id')
      .where((eb) => eb.and(ofSet))
      .where('file_id', 'is not', null)
      .execute()
    for (const part of PARTS) {
      const key = ['bucket_id', 'change_set_id', 'place'] as const
      const count = await deleteSome(db, part, key, (eb) => eb.and(ofSet))
      const ids = files.flatMap(({ file_id }) => file_id ?? [])
      await releaseFiles(db, bucketId, ids, now)
      if (count === SOME) return true
      rows += count
    }
    const count = await forgetFailures(db, bucketId, set.id)
    if (count === SOME) return true
    rows += count
    await db
      .deleteFrom('change_sets')
      .where('bucket_id', '=', bucketId)
      .where('id', '=', set.id)
      .execute()
    rows += 1
  }
  return rows > 0
}
