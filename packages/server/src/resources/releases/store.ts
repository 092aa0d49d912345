import { newId } from '@typecase/contract/ids'
import type { Release, ReleasedObject } from '@typecase/contract/releases'
import type { Selectable } from 'kysely'

import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import '../objects/store/tables.ts'
import './tables.ts'

type Row = Selectable<Tables['releases']>

/** A release with the columns that only the server uses. */
export interface StoredRelease extends Release {
  readonly job_id: string | null
}

/** Maximum number of rows per statement, since databases bind at most some 30,000 values. */
const ROWS = 1000

/**
 * Lists the releases of a bucket; see `listReleases` of the contract for their order.
 * @param objectId only releases that contain this object
 */
export async function listReleases(
  db: Reader,
  { bucketId }: BucketAccess,
  objectId?: string,
): Promise<StoredRelease[]> {
  const rows = await db
    .selectFrom('releases')
    .selectAll()
    .where('bucket_id', '=', bucketId)
    .$if(objectId !== undefined, (all) =>
      all.where('id', 'in', (eb) =>
        eb
          .selectFrom('release_objects')
          .select('release_id')
          .where('bucket_id', '=', bucketId)
          .where('object_id', '=', objectId ?? ''),
      ),
    )
    .execute()
  return rows.map(toRelease).toSorted(inOrder)
}

function inOrder(a: Release, b: Release): number {
  if (a.published_at !== null || b.published_at !== null) {
    return compare(b.published_at ?? '~', a.published_at ?? '~') || compare(b.id, a.id)
  }
  const [at, other] = [a.publish_at ?? Infinity, b.publish_at ?? Infinity]
  return (at === other ? 0 : at - other) || compare(b.id, a.id)
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

export async function findRelease(
  db: Reader,
  { bucketId }: BucketAccess,
  id: string,
): Promise<StoredRelease | undefined> {
  const row = await db
    .selectFrom('releases')
    .selectAll()
    .where('bucket_id', '=', bucketId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toRelease(row)
}

export async function insertRelease(
  clock: Clock,
  db: Reader,
  { bucketId, userId }: BucketAccess,
  { title, publish_at }: Pick<Release, 'title' | 'publish_at'>,
): Promise<string> {
  const id = newId(clock.now())
  const now = clock.iso()
  const by = { created_at: now, created_by: userId, modified_at: now }
  await db
    .insertInto('releases')
    .values({ bucket_id: bucketId, id, title, publish_at, ...by })
    .execute()
  return id
}

export type ReleaseChange = Partial<
  Pick<
    StoredRelease,
    'title' | 'publish_at' | 'published_at' | 'failure' | 'job_id' | 'change_set_id'
  >
>

export async function changeRelease(
  clock: Clock,
  db: Reader,
  { bucketId }: BucketAccess,
  id: string,
  change: ReleaseChange,
): Promise<void> {
  await db
    .updateTable('releases')
    .set((eb) => ({ ...change, modified_at: clock.iso(), rev: eb('rev', '+', 1) }))
    .where('bucket_id', '=', bucketId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a release. A foreign key removes its objects from it. */
export async function removeRelease(
  db: Reader,
  { bucketId }: BucketAccess,
  id: string,
): Promise<void> {
  await db.deleteFrom('releases').where('bucket_id', '=', bucketId).where('id', '=', id).execute()
}

const objectsOf = (db: Reader, { bucketId }: BucketAccess, id: string) =>
  db
    .selectFrom('release_objects as r')
    .where('r.bucket_id', '=', bucketId)
    .where('r.release_id', '=', id)

/** Returns the ids of the objects of a release, in its order. */
export async function idsOfRelease(
  db: Reader,
  access: BucketAccess,
  id: string,
): Promise<string[]> {
  const rows = await objectsOf(db, access, id)
    .select('r.object_id')
    .orderBy('r.place')
    .orderBy('r.object_id')
    .execute()
  return rows.map(({ object_id }) => object_id)
}

/** Returns the titles that objects of a release had when they were added. */
export async function titlesInRelease(
  db: Reader,
  access: BucketAccess,
  id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await objectsOf(db, access, id)
    .select(['r.object_id', 'r.title'])
    .where('r.object_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ object_id, title }) => [object_id, title]))
}

/** Reads a page of the objects of a release in their current state. */
export async function readReleased(
  db: Reader,
  access: BucketAccess,
  id: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<ReleasedObject[]> {
  const rows = await objectsOf(db, access, id)
    .leftJoin('objects as o', (join) =>
      join.onRef('o.bucket_id', '=', 'r.bucket_id').onRef('o.id', '=', 'r.object_id'),
    )
    .select(['r.object_id', 'r.title as former', 'o.title', 'o.type', 'o.locale'])
    .select(['o.id', 'o.status', 'o.is_published', 'o.deleted_at'])
    .orderBy('r.place')
    .orderBy('r.object_id')
    .limit(limit)
    .offset(skip)
    .execute()
  return rows.map((row) => ({
    object_id: row.object_id,
    title: row.title ?? row.former,
    type: row.type,
    locale: row.locale,
    state: stateOf(row),
  }))
}

function stateOf({
  id,
  status,
  is_published,
  deleted_at,
}: {
  id: string | null
  status: string | null
  is_published: number | null
  deleted_at: string | null
}): ReleasedObject['state'] {
  if (id === null) return 'gone'
  if (deleted_at !== null) return 'trashed'
  if (status === 'published') return 'published'
  return is_published === 1 ? 'changed' : 'draft'
}

/** Adds objects at the end of a release. Deleted and trashed objects are skipped. @returns the ids that were added */
export async function putInto(
  db: Reader,
  access: BucketAccess,
  id: string,
  ids: readonly string[],
): Promise<string[]> {
  const before = new Set(await idsOfRelease(db, access, id))
  const last = await objectsOf(db, access, id)
    .select('r.place')
    .orderBy('r.place', 'desc')
    .limit(1)
    .executeTakeFirst()
  let nextPosition = (last?.place ?? -1) + 1
  const added: string[] = []
  const additions = ids.filter((one) => !before.has(one))
  for (let at = 0; at < additions.length; at += ROWS) {
    const some = additions.slice(at, at + ROWS)
    const there = await db
      .selectFrom('objects')
      .select(['id', 'title'])
      .where('bucket_id', '=', access.bucketId)
      .where('id', 'in', some)
      .where('deleted_at', 'is', null)
      .execute()
    const titles = new Map(there.map((one) => [one.id, one.title]))
    const rows = some.flatMap((object_id) => {
      const title = titles.get(object_id)
      if (title === undefined) return []
      return [
        { bucket_id: access.bucketId, release_id: id, object_id, place: nextPosition++, title },
      ]
    })
    if (rows.length === 0) continue
    await db.insertInto('release_objects').values(rows).execute()
    added.push(...rows.map(({ object_id }) => object_id))
  }
  await recount(db, access, id)
  return added
}

/** Removes objects from a release. @returns the ids that were removed */
export async function takeOutOf(
  db: Reader,
  access: BucketAccess,
  id: string,
  ids: readonly string[],
): Promise<string[]> {
  const before = new Set(await idsOfRelease(db, access, id))
  const removedIds = ids.filter((one) => before.has(one))
  for (let at = 0; at < removedIds.length; at += ROWS) {
    await db
      .deleteFrom('release_objects')
      .where('bucket_id', '=', access.bucketId)
      .where('release_id', '=', id)
      .where('object_id', 'in', removedIds.slice(at, at + ROWS))
      .execute()
  }
  await recount(db, access, id)
  return removedIds
}

/** Selects the objects of releases that are due by a time or are being published. */
export const releasedUntil = (db: Reader, { bucketId }: BucketAccess, time: number) =>
  db
    .selectFrom('releases as r')
    .innerJoin('release_objects as o', (join) =>
      join.onRef('o.bucket_id', '=', 'r.bucket_id').onRef('o.release_id', '=', 'r.id'),
    )
    .where('r.bucket_id', '=', bucketId)
    .where((eb) => eb.or([eb('r.publish_at', '<=', time), eb('r.job_id', 'is not', null)]))

/** Returns the title of an object of a release that will be unpublished by a time. */
export async function endingBy(
  db: Reader,
  access: BucketAccess,
  id: string,
  time: number,
): Promise<string | undefined> {
  const row = await objectsOf(db, access, id)
    .innerJoin('objects as o', (join) =>
      join.onRef('o.bucket_id', '=', 'r.bucket_id').onRef('o.id', '=', 'r.object_id'),
    )
    .select('o.title')
    .where('o.unpublish_at', '<=', time)
    .where('o.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row?.title
}

async function recount(db: Reader, access: BucketAccess, id: string): Promise<void> {
  await db
    .updateTable('releases')
    .set((eb) => ({
      count: eb
        .selectFrom('release_objects')
        .select((all) => all.fn.countAll<number>().as('count'))
        .where('bucket_id', '=', access.bucketId)
        .where('release_id', '=', id),
    }))
    .where('bucket_id', '=', access.bucketId)
    .where('id', '=', id)
    .execute()
}

/** Removes the columns that only the server uses. */
export const toPublicRelease = ({ job_id: _, ...release }: StoredRelease): Release => release

function toRelease({ bucket_id: _, ...row }: Row): StoredRelease {
  return { ...row, state: stateOfRelease(row) }
}

function stateOfRelease(
  row: Pick<Row, 'job_id' | 'published_at' | 'publish_at' | 'failure'>,
): Release['state'] {
  if (row.job_id !== null) return 'publishing'
  if (row.published_at !== null) return 'published'
  if (row.publish_at !== null) return 'scheduled'
  return row.failure === null ? 'open' : 'failed'
}
