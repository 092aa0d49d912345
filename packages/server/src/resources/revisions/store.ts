import { newId } from '@typecase/contract/ids'
import type { Selectable } from 'kysely'

import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import { countOf } from '../../database/expressions.ts'
import { prepared } from '../../database/prepared.ts'
import type { Tables } from '../../database/tables.ts'
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

type NewRevision = Selectable<Tables['revisions']>

const insertRevision = prepared((db, row: NewRevision) =>
  db.insertInto('revisions').values({
    id: row.id,
    object_id: row.object_id,
    bucket_id: row.bucket_id,
    rev: row.rev,
    change_set_id: row.change_set_id,
    created_at: row.created_at,
    created_by: row.created_by,
    state: row.state,
  }),
)

/**
 * Keeps the state of an object that is about to be replaced. Called by `writeObjects` only.
 * @param json the state, as it is stored
 */
export async function keepRevision(
  clock: Clock,
  db: Reader,
  { bucketId }: BucketAccess,
  { id, rev, state }: StoredObject,
  json: string,
  changeSetId: string,
): Promise<void> {
  await insertRevision(db, {
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

interface ObjectKey {
  bucketId: string
  objectId: string
}

const ofObject = (db: Reader, { bucketId, objectId }: ObjectKey) =>
  db.selectFrom('revisions').where('bucket_id', '=', bucketId).where('object_id', '=', objectId)

const columns = [
  'id',
  'object_id',
  'rev',
  'created_at',
  'created_by',
  'change_set_id',
  'state',
] as const
type Row = Pick<Selectable<Tables['revisions']>, (typeof columns)[number]>

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
  const all = ofObject(db, { bucketId, objectId })
  const page = all.orderBy('rev', 'desc').limit(limit).offset(skip)
  assertPageFits(
    await page.select((eb) => eb.fn<number>('octet_length', ['state']).as('bytes')).execute(),
  )
  const rows = await page.select(columns).execute()
  const total = await countOf(all)
  return { revisions: rows.map(toRevision), total }
}

/** One former state of an object. */
export async function findRevision(
  db: Reader,
  { bucketId }: BucketAccess,
  objectId: string,
  revisionId: string,
): Promise<Revision | undefined> {
  const row = await ofObject(db, { bucketId, objectId })
    .select(columns)
    .where('id', '=', revisionId)
    .executeTakeFirst()
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
  const row = await ofObject(db, { bucketId, objectId: id })
    .select('state')
    .where('rev', '>=', rev)
    .orderBy('rev')
    .limit(1)
    .executeTakeFirst()
  return row ? parseState(row.state) : state
}
