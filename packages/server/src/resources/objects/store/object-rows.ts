import type { Selectable } from 'kysely'

import type { Reader } from '../../../database/database.ts'
import { mergeable, updateOf } from '../../../database/many-rows.ts'
import { prepared, preparedFor } from '../../../database/prepared.ts'
import type { Row } from '../../../database/session.ts'
import type { Tables } from '../../../database/tables.ts'
import type { Write } from '../../../database/write-queue.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import {
  newestVersion,
  type ObjectState,
  publicVersion,
  type StoredObject,
} from '../model/state.ts'
import type { ListSource } from './tables.ts'

/** Writes the rows of an object: the newest and the published one. Only `openBatch` may use these functions. */

type PublishedRow = Omit<Selectable<Tables['published_objects']>, 'status'>
type NewestRow = Selectable<Tables['objects']>

const insertNewest = prepared((db, row: NewestRow) =>
  db.insertInto('objects').values({
    id: row.id,
    bucket_id: row.bucket_id,
    type: row.type,
    rank: row.rank,
    created_at: row.created_at,
    created_by: row.created_by,
    rev: row.rev,
    state_rev: row.state_rev,
    version: row.version,
    status: row.status,
    is_published: row.is_published,
    deleted_at: row.deleted_at,
    deleted_by: row.deleted_by,
    unreviewed: row.unreviewed,
    ...newestVersion(row),
  }),
)

interface ObjectKey {
  bucketId: string
  id: string
}

/**
 * Columns in unique indexes. Their updates must not be merged, because an object may take a value that an earlier
 * update released.
 */
const UNIQUE = new Set(['slug', 'locale', 'rank', 'deleted_at'])

/** Prepared updates, by the table and the columns that they set. */
const updates = preparedFor((target: string) => {
  const [table = '', ...columns] = target.split(' ')
  const one = prepared((db, row: Row) =>
    db
      // Both tables have all columns that objects share.
      .updateTable(table as 'objects')
      .set(Object.fromEntries(columns.map((column) => [column, row[column]])))
      .where('bucket_id', '=', row['bucket_id'] as string)
      .where('id', '=', row['id'] as string),
  )
  if (columns.some((column) => UNIQUE.has(column))) return one
  return mergeable(one, updateOf(table, ['bucket_id', 'id'], columns))
})

/** Sets some columns of an object and touches only their indexes. */
export async function updateObject(
  db: Reader,
  table: ListSource,
  { bucketId, id }: ObjectKey,
  changes: Row,
): Promise<void> {
  const columns = Object.keys(changes)
  if (columns.length === 0) return
  await updates([table, ...columns].join(' '))(db, { ...changes, bucket_id: bucketId, id })
}

/** Adds the rows of a new object. */
export async function insertRows(
  { db }: Write,
  access: BucketAccess,
  object: StoredObject,
): Promise<void> {
  const { state, ...identity } = object
  await insertNewest(db, { ...identity, ...rowOf(state), bucket_id: access.bucketId })
  await writePublished(db, access, object, null)
}

/** Updates the rows of an object from its previous state to the current one. */
export async function updateRows(
  { db }: Write,
  access: BucketAccess,
  object: StoredObject,
  before: ObjectState,
): Promise<void> {
  const { id, rev, state_rev, version, state } = object
  const key = { bucketId: access.bucketId, id }
  const changes = changedColumns(rowOf(before), rowOf(state))
  await updateObject(db, 'objects', key, { ...changes, rev, state_rev, version })
  await writePublished(db, access, object, before)
}

const rowOf = (state: ObjectState) => ({
  ...newestVersion(state),
  status: state.status,
  is_published: Number(publicVersion(state) !== null),
  deleted_at: state.deleted_at,
  deleted_by: state.deleted_by,
  unreviewed: state.unreviewed ? JSON.stringify(state.unreviewed) : null,
})

/** Returns the columns whose values differ, so that other columns and their indexes are not touched. */
function changedColumns(before: Row, after: Row): Row {
  return Object.fromEntries(
    Object.entries(after).filter(([column, value]) => before[column] !== value),
  )
}

const insertPublished = prepared((db, row: PublishedRow) =>
  db.insertInto('published_objects').values({
    id: row.id,
    bucket_id: row.bucket_id,
    type: row.type,
    rank: row.rank,
    created_at: row.created_at,
    created_by: row.created_by,
    deleted_at: row.deleted_at,
    version: row.version,
    ...newestVersion(row),
  }),
)

const deletePublished = prepared((db, object: ObjectKey) =>
  db
    .deleteFrom('published_objects')
    .where('bucket_id', '=', object.bucketId)
    .where('id', '=', object.id),
)

/** Adds, updates or deletes the published row to match the state. */
async function writePublished(
  db: Reader,
  { bucketId }: BucketAccess,
  { id, type, rank, created_at, created_by, version, state }: StoredObject,
  before: ObjectState | null,
): Promise<void> {
  const former = before && publicVersion(before)
  const next = publicVersion(state)
  const { deleted_at } = state
  if (next && former) {
    const changes = changedColumns(
      { ...former, deleted_at: before.deleted_at },
      { ...next, deleted_at },
    )
    if (Object.keys(changes).length > 0)
      await updateObject(db, 'published_objects', { bucketId, id }, { ...changes, version })
  } else if (next) {
    const identity = { id, bucket_id: bucketId, type, rank, created_at, created_by, version }
    await insertPublished(db, { ...next, ...identity, deleted_at })
  } else if (former) {
    await deletePublished(db, { bucketId, id })
  }
}
