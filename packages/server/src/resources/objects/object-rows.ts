import type { Reader } from '../../database/database.ts'
import { inserter, updateRow } from '../../database/row-statements.ts'
import { selectRows } from '../../database/run-sql.ts'
import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import {
  newestVersion,
  type ObjectState,
  publicVersion,
  type StoredObject,
  versionColumns,
} from './state.ts'

/** The tables of one object: its newest row and its published row. Only `openBatch` writes through here. */

const insertNewest = inserter('objects', [
  'id',
  'bucket_id',
  'type',
  'rank',
  'created_at',
  'created_by',
  'rev',
  'state_rev',
  'version',
  'status',
  'is_published',
  'deleted_at',
  'deleted_by',
  ...versionColumns,
])

/** Adds the rows of a new object. @returns it with its row number */
export async function insertRows(
  { db }: Write,
  access: BucketAccess,
  object: Omit<StoredObject, 'seq'>,
): Promise<StoredObject> {
  const { state, ...identity } = object
  const seq = await insertNewest(db, {
    ...identity,
    ...rowOf(state),
    bucket_id: access.bucketId,
  })
  const stored = { ...object, seq }
  await writePublished(db, access, stored, null)
  return stored
}

/** Brings the rows of an object from the state before to its present one. */
export async function updateRows(
  { db }: Write,
  access: BucketAccess,
  object: StoredObject,
  before: ObjectState,
): Promise<void> {
  const { seq, rev, state_rev, version, state } = object
  const changes = changed(rowOf(before), rowOf(state))
  await updateRow(db, 'objects', seq, { ...changes, rev, state_rev, version })
  await writePublished(db, access, object, before)
}

const rowOf = (state: ObjectState) => ({
  ...newestVersion(state),
  status: state.status,
  is_published: Number(publicVersion(state) !== null),
  deleted_at: state.deleted_at,
  deleted_by: state.deleted_by,
})

type Row = Readonly<Record<string, string | number | null>>

/** The columns whose values differ: others, and their indexes, are not touched. */
function changed(before: Row, after: Row): Row {
  return Object.fromEntries(
    Object.entries(after).filter(([column, value]) => before[column] !== value),
  )
}

const insertPublished = inserter('published_objects', [
  'seq',
  'id',
  'bucket_id',
  'type',
  'rank',
  'created_at',
  'created_by',
  'deleted_at',
  ...versionColumns,
])

/** Brings the published row in step: added, changed or gone. */
async function writePublished(
  db: Reader,
  { bucketId }: BucketAccess,
  { seq, id, type, rank, created_at, created_by, state }: StoredObject,
  before: ObjectState | null,
): Promise<void> {
  const former = before && publicVersion(before)
  const next = publicVersion(state)
  const { deleted_at } = state
  if (next && former) {
    const changes = changed({ ...former, deleted_at: before.deleted_at }, { ...next, deleted_at })
    await updateRow(db, 'published_objects', seq, changes)
  } else if (next) {
    const identity = { seq, id, bucket_id: bucketId, type, rank, created_at, created_by }
    await insertPublished(db, { ...next, ...identity, deleted_at })
  } else if (former) {
    await selectRows(db, { text: 'DELETE FROM published_objects WHERE seq = ?', values: [seq] })
  }
}
