import { setImmediate } from 'node:timers/promises'

import { newId } from '@typecase/contract/ids'
import type { Selectable } from 'kysely'

import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import { countOf } from '../../database/expressions.ts'
import { upsert } from '../../database/many-rows.ts'
import type { Tables } from '../../database/tables.ts'
import { assertPageFits } from '../../http/response-size.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import {
  type ObjectState,
  parseState,
  type Status,
  type StoredObject,
} from '../objects/model/state.ts'
import '../change-sets/tables.ts'
import './tables.ts'

/** A previous state of an object. */
export interface Revision {
  id: string
  object_id: string
  /** The `rev` that the object had in this state. */
  rev: number
  /** When this state was saved; `created_by` is its author. */
  created_at: string
  created_by: string | null
  /** The change set that replaced this state. */
  change_set_id: string | null
  name: string | null
  status: Status
  state: ObjectState
}

// A named state may already have its row.
const insertRevision = upsert<Omit<Selectable<Tables['revisions']>, 'name'>>(
  'revisions',
  [
    'id',
    'object_id',
    'bucket_id',
    'rev',
    'change_set_id',
    'created_at',
    'created_by',
    'status',
    'state',
  ],
  ['bucket_id', 'object_id', 'rev'],
  { change_set_id: 'excluded.change_set_id' },
)

/**
 * Stores the state of an object as a revision, before `writeObjects` replaces it or in order to name it.
 * @param json the stored state
 */
export async function keepRevision(
  clock: Clock,
  db: Reader,
  { bucketId }: BucketAccess,
  { id, rev, state }: StoredObject,
  json: string,
  changeSetId: string | null,
): Promise<void> {
  await insertRevision(db, {
    id: newId(clock.now()),
    object_id: id,
    bucket_id: bucketId,
    rev,
    change_set_id: changeSetId,
    created_at: state.modified_at,
    created_by: state.modified_by,
    status: state.status,
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
  'name',
  'status',
  'state',
] as const
type Row = Pick<Selectable<Tables['revisions']>, (typeof columns)[number]>

const toRevision = (row: Row): Revision => ({ ...row, state: parseState(row.state) })

export interface RevisionPage {
  limit: number
  skip: number
  created_by?: string | undefined
  only?: 'named' | 'published' | undefined
}

/** A page of the previous states of an object, newest first, with the size of each. */
export interface RevisionIndex {
  readonly rows: readonly { readonly rev: number; readonly bytes: number }[]
  /** The number of states on all pages. */
  readonly total: number
}

export async function indexRevisions(
  db: Reader,
  { bucketId }: BucketAccess,
  objectId: string,
  { limit, skip, created_by, only }: RevisionPage,
): Promise<RevisionIndex> {
  let all = ofObject(db, { bucketId, objectId })
  if (created_by !== undefined) all = all.where('created_by', '=', created_by)
  if (only === 'named') all = all.where('name', 'is not', null)
  if (only === 'published') all = all.where('status', '=', 'published')
  const rows = await all
    .select((eb) => ['rev', eb.fn<number>('octet_length', ['state']).as('bytes')])
    .orderBy('rev', 'desc')
    .limit(limit)
    .offset(skip)
    .execute()
  return { rows, total: await countOf(all) }
}

/** Limit of the states per read, in bytes. */
const AT_ONCE = 1_000_000

/** Yields the states of a page and reads them in chunks, so that few of their texts are in memory at a time. */
export async function* readRevisions(
  db: Reader,
  { bucketId }: BucketAccess,
  objectId: string,
  { rows }: RevisionIndex,
): AsyncGenerator<Revision> {
  for (let from = 0; from < rows.length;) {
    let to = from
    let bytes = 0
    do bytes += rows[to++]?.bytes ?? 0
    while (to < rows.length && bytes + (rows[to]?.bytes ?? 0) <= AT_ONCE)
    const revs = rows.slice(from, to).map(({ rev }) => rev)
    const some = ofObject(db, { bucketId, objectId }).where('rev', 'in', revs)
    const read = await some.select(columns).orderBy('rev', 'desc').execute()
    yield* read.map(toRevision)
    from = to
    // Parsing a large state takes milliseconds, so let other work run.
    if (from < rows.length) await setImmediate()
  }
}

/**
 * Lists the previous states of an object, newest first, and counts them all.
 * @throws Failure `invalid` when the page would be too large
 */
export async function listRevisions(
  db: Reader,
  access: BucketAccess,
  objectId: string,
  page: RevisionPage,
): Promise<{ revisions: Revision[]; total: number }> {
  const index = await indexRevisions(db, access, objectId, page)
  assertPageFits(index.rows)
  const revisions = await Array.fromAsync(readRevisions(db, access, objectId, index))
  return { revisions, total: index.total }
}

/** Finds one previous state of an object. */
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

/** Reads the newest state that an object had before a rev, or several such states, newest first. */
export async function revisionsBefore(
  db: Reader,
  { bucketId }: BucketAccess,
  objectId: string,
  rev: number,
  limit = 1,
): Promise<Revision[]> {
  const rows = await ofObject(db, { bucketId, objectId })
    .select(columns)
    .where('rev', '<', rev)
    .orderBy('rev', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toRevision)
}

/** Reads the states of objects that a change set replaced, oldest first. */
export async function revisionsOfSet(
  db: Reader,
  { bucketId }: BucketAccess,
  ids: readonly string[],
  changeSetId: string,
): Promise<{ object_id: string; rev: number; state: ObjectState }[]> {
  const rows = await db
    .selectFrom('revisions')
    .select(['object_id', 'rev', 'state'])
    .where('bucket_id', '=', bucketId)
    .where('object_id', 'in', ids)
    .where('change_set_id', '=', changeSetId)
    .orderBy('rev')
    .execute()
  return rows.map((row) => ({ ...row, state: parseState(row.state) }))
}

/** Finds the revision of a state by the rev of the object. */
export async function findRevisionAt(
  db: Reader,
  { bucketId }: BucketAccess,
  objectId: string,
  rev: number,
): Promise<Revision | undefined> {
  const row = await ofObject(db, { bucketId, objectId })
    .select(columns)
    .where('rev', '=', rev)
    .executeTakeFirst()
  return row && toRevision(row)
}

/** Names a revision, or removes its name. */
export async function nameRevision(
  db: Reader,
  { bucketId }: BucketAccess,
  { object_id, rev }: Revision,
  name: string | null,
): Promise<void> {
  await db
    .updateTable('revisions')
    .set({ name })
    .where('bucket_id', '=', bucketId)
    .where('object_id', '=', object_id)
    .where('rev', '=', rev)
    .execute()
}

/**
 * Returns the state of an object at a rev, if it is still stored. Writes that change no content, such as a move to the
 * trash and back, store no revision; the next stored one has the same content. Neither do continued autosaves.
 */
export async function findStateAt(
  db: Reader,
  { bucketId }: BucketAccess,
  { id, rev: newest, state }: StoredObject,
  rev: number,
): Promise<ObjectState | undefined> {
  if (rev > newest || rev < 1) return undefined
  const key = { bucketId, objectId: id }
  const row = await ofObject(db, key)
    .select(['rev', 'state'])
    .where('rev', '>=', rev)
    .orderBy('rev')
    .limit(1)
    .executeTakeFirst()
  if ((row?.rev ?? newest) !== rev && (await wasAmended(db, key, rev))) return undefined
  return row ? parseState(row.state) : state
}

/** Whether an autosave replaced the state at a rev within the same change set. */
async function wasAmended(db: Reader, key: ObjectKey, rev: number): Promise<boolean> {
  const row = await revisionsWithItems(db, key)
    .select('i.rev_after')
    .where('r.rev', '<', rev)
    .orderBy('r.rev', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (row?.rev_after ?? 0) > rev
}

/** Selects the revisions of an object, each with the item of the change set that replaced it. */
export const revisionsWithItems = (db: Reader, { bucketId, objectId }: ObjectKey) =>
  db
    .selectFrom('revisions as r')
    .leftJoin('change_set_items as i', (join) =>
      join
        .onRef('i.bucket_id', '=', 'r.bucket_id')
        .onRef('i.change_set_id', '=', 'r.change_set_id')
        .onRef('i.object_id', '=', 'r.object_id'),
    )
    .where('r.bucket_id', '=', bucketId)
    .where('r.object_id', '=', objectId)
