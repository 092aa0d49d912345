import { newId } from '@typecase/contract/ids'

import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import { inserter } from '../../database/row-statements.ts'
import { selectRows } from '../../database/run-sql.ts'
import { assertPageFits } from '../../http/answer-size.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { type ObjectState, parseState, type StoredObject } from '../objects/state.ts'
import './tables.ts'

/** A former state of an object. */
export interface Revision {
  id: string
  object_id: string
  /** The `rev` that the object had in this state. */
  rev: number
  /** When and by whom this state was made. */
  created_at: string
  created_by: string | null
  /** The change set that replaced it. */
  change_set_id: string | null
  state: ObjectState
}

const insertRevision = inserter('revisions', [
  'id',
  'object_id',
  'bucket_id',
  'rev',
  'change_set_id',
  'created_at',
  'created_by',
  'state',
])

/**
 * Keeps the state of an object that is about to be replaced. Called by `writeObjects` only.
 * @param json the state, as it is stored
 * @returns the row number of the revision
 */
export function keepRevision(
  clock: Clock,
  db: Reader,
  { bucketId }: BucketAccess,
  { id, rev, state }: StoredObject,
  json: string,
  changeSetId: string,
): Promise<number> {
  return insertRevision(db, {
    id: newId(clock.now()),
    object_id: id,
    bucket_id: bucketId,
    rev,
    change_set_id: changeSetId,
    created_at: state.modified_at,
    created_by: state.modified_by,
    state: json,
  })
}

interface Row extends Omit<Revision, 'state'> {
  state: string
}

const COLUMNS = 'id, object_id, rev, created_at, created_by, change_set_id, state'
const toRevision = (row: Row): Revision => ({ ...row, state: parseState(row.state) })

/**
 * Former states of an object, newest first, and how many there are.
 * @throws Failure `invalid` when the page would be too large
 */
export async function listRevisions(
  db: Reader,
  { bucketId }: BucketAccess,
  objectId: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ revisions: Revision[]; total: number }> {
  const page = (columns: string) => ({
    text: `SELECT ${columns} FROM revisions WHERE object_id = ? AND bucket_id = ? ORDER BY seq DESC LIMIT ? OFFSET ?`,
    values: [objectId, bucketId, limit, skip],
  })
  assertPageFits(await selectRows<{ bytes: number }>(db, page('octet_length(state) AS bytes')))
  const rows = await selectRows<Row>(db, page(COLUMNS))
  const [count] = await selectRows<{ total: number }>(db, {
    text: 'SELECT count(*) AS total FROM revisions WHERE object_id = ? AND bucket_id = ?',
    values: [objectId, bucketId],
  })
  return { revisions: rows.map(toRevision), total: count?.total ?? 0 }
}

/** One former state of an object. */
export async function findRevision(
  db: Reader,
  { bucketId }: BucketAccess,
  objectId: string,
  revisionId: string,
): Promise<Revision | undefined> {
  const [row] = await selectRows<Row>(db, {
    text: `SELECT ${COLUMNS} FROM revisions WHERE id = ? AND object_id = ? AND bucket_id = ?`,
    values: [revisionId, objectId, bucketId],
  })
  return row && toRevision(row)
}

/**
 * The state that an object had at a rev, if it is still known. Writes that change no content, such as a move to the
 * trash and back, keep no revision: the next one kept holds what there was.
 */
export async function findStateAt(
  db: Reader,
  { bucketId }: BucketAccess,
  { id, rev: newest, state }: StoredObject,
  rev: number,
): Promise<ObjectState | undefined> {
  if (rev > newest || rev < 1) return undefined
  const [row] = await selectRows<{ state: string }>(db, {
    text: 'SELECT state FROM revisions WHERE object_id = ? AND bucket_id = ? AND rev >= ? ORDER BY seq LIMIT 1',
    values: [id, bucketId, rev],
  })
  return row ? parseState(row.state) : state
}
