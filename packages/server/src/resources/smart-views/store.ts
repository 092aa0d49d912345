import { newId } from '@typecase/contract/ids'
import type { SmartView } from '@typecase/contract/smart-views'
import type { Selectable } from 'kysely'

import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import { countOf } from '../../database/expressions.ts'
import type { Tables } from '../../database/tables.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import './tables.ts'

/** A stored view. Its unsupported parts are derived from the bucket's types. */
export type StoredView = Omit<SmartView, 'unsupported'>

/** The part of a view that users edit. */
export type ViewData = Pick<
  SmartView,
  'title' | 'icon' | 'query_string' | 'columns' | 'sort' | 'group' | 'type' | 'is_shared'
>

/** Selects the views of the bucket that the user may see: their own, and shared ones. */
const visible = (db: Reader, { bucketId, userId }: BucketAccess) =>
  db
    .selectFrom('smart_views')
    .where('bucket_id', '=', bucketId)
    .where((eb) => eb.or([eb('private_to', 'is', null), eb('private_to', '=', userId)]))

export async function listViews(db: Reader, access: BucketAccess): Promise<StoredView[]> {
  const rows = await visible(db, access).selectAll().orderBy('rank').orderBy('id').execute()
  return rows.map(toView)
}

export async function findView(
  db: Reader,
  access: BucketAccess,
  id: string,
): Promise<StoredView | undefined> {
  const row = await visible(db, access).selectAll().where('id', '=', id).executeTakeFirst()
  return row && toView(row)
}

/** Counts the user's views in the bucket. */
export const countViews = (db: Reader, access: BucketAccess): Promise<number> =>
  countOf(visible(db, access).where('created_by', '=', access.userId))

/** Adds a view after all others. @returns its id */
export async function insertView(
  clock: Clock,
  db: Reader,
  { bucketId, userId }: BucketAccess,
  data: ViewData,
): Promise<string> {
  const id = newId(clock.now())
  const now = clock.iso()
  const { rank } = await db
    .selectFrom('smart_views')
    .select((eb) => eb.fn.coalesce(eb.fn.max('rank'), eb.lit(-1)).as('rank'))
    .where('bucket_id', '=', bucketId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('smart_views')
    .values({
      id,
      bucket_id: bucketId,
      ...toRow(data, userId),
      rank: rank + 1,
      created_by: userId,
      modified_by: userId,
      created_at: now,
      modified_at: now,
    })
    .execute()
  return id
}

/** Updates a stored view. @returns its current state, even if it is no longer visible to the caller */
export async function saveView(
  clock: Clock,
  db: Reader,
  { userId }: BucketAccess,
  before: StoredView,
  data: ViewData,
): Promise<StoredView> {
  const changed = { modified_at: clock.iso(), modified_by: userId, rev: before.rev + 1 }
  await db
    .updateTable('smart_views')
    .set({ ...toRow(data, before.created_by), ...changed })
    .where('id', '=', before.id)
    .execute()
  return { ...before, ...data, ...changed }
}

export async function removeView(db: Reader, { id }: StoredView): Promise<void> {
  await db.deleteFrom('smart_views').where('id', '=', id).execute()
}

/**
 * Stores the order of the views that the user sees. They share the ranks that they had, so that other users' views keep
 * their positions among them.
 */
export async function rankViews(
  db: Reader,
  before: readonly StoredView[],
  ids: readonly string[],
): Promise<void> {
  for (const [index, id] of ids.entries()) {
    const previous = before[index]
    if (!previous || previous.id === id) continue
    await db.updateTable('smart_views').set({ rank: previous.order }).where('id', '=', id).execute()
  }
}

const toRow = ({ columns, group, is_shared, ...plain }: ViewData, author: string | null) => ({
  title: plain.title,
  icon: plain.icon,
  query_string: plain.query_string,
  columns: columns && JSON.stringify(columns),
  sort: plain.sort,
  grouping: group,
  type: plain.type,
  private_to: is_shared ? null : author,
})

const toView = (row: Selectable<Tables['smart_views']>): StoredView => ({
  id: row.id,
  title: row.title,
  icon: row.icon,
  query_string: row.query_string,
  // The contract's schema validated the column before it was stored.
  columns: row.columns === null ? null : (JSON.parse(row.columns) as string[]),
  sort: row.sort,
  group: row.grouping,
  type: row.type,
  order: row.rank,
  is_shared: row.private_to === null,
  created_by: row.created_by,
  modified_by: row.modified_by,
  created_at: row.created_at,
  modified_at: row.modified_at,
  rev: row.rev,
})
