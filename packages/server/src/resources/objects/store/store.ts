import type { ReviewMark } from '@typecase/contract/objects'

import type { Reader } from '../../../database/database.ts'
import { prepared, preparedFor } from '../../../database/prepared.ts'
import { notFound } from '../../../http/failure.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import {
  newestVersion,
  type ObjectVersion,
  type StoredObject,
  versionColumns,
} from '../model/state.ts'
import { typeModelsOf } from './type-models.ts'
import type { TypeModel } from '../model/type-model.ts'
import './tables.ts'

const columns = [
  'id',
  'type',
  'rank',
  'status',
  'is_published',
  'created_at',
  'created_by',
  'rev',
  'state_rev',
  'version',
  'deleted_at',
  'deleted_by',
  'unreviewed',
  ...versionColumns,
] as const

/** Which objects to read: live ones, trashed ones, or all. */
export type Presence = 'live' | 'trashed' | 'any'

interface Some {
  bucketId: string
  ids: readonly string[]
}

const states = preparedFor((which: Presence) =>
  prepared((db, some: Some) => {
    const query = db
      .selectFrom('objects')
      .select(columns)
      .where('bucket_id', '=', some.bucketId)
      .where('id', 'in', some.ids)
    if (which === 'any') return query
    return query.where('deleted_at', which === 'live' ? 'is' : 'is not', null)
  }),
)
type StateRow = Awaited<ReturnType<ReturnType<typeof states>>>[number]

/**
 * Reads an object of the bucket with its whole state.
 * @throws Failure `not_found`
 */
export async function readObject(
  db: Reader,
  access: BucketAccess,
  id: string,
  which: Presence = 'live',
): Promise<StoredObject> {
  const object = (await readObjects(db, access, [id], which)).get(id)
  if (!object) throw notFound('Object')
  return object
}

/** Reads objects of the bucket with their whole states, by id; missing ones are left out. */
export async function readObjects(
  db: Reader,
  { bucketId }: BucketAccess,
  ids: readonly string[],
  which: Presence = 'live',
): Promise<Map<string, StoredObject>> {
  const rows = await states(which)(db, { bucketId, ids })
  const publishedVersions = await publishedOf(db, bucketId, rows)
  return new Map(rows.map((row) => [row.id, toStored(row, publishedVersions)]))
}

/** Reads objects like `readObjects`, together with their types. */
export async function readObjectsOfTypes(
  db: Reader,
  access: BucketAccess,
  ids: readonly string[],
  which: Presence = 'live',
): Promise<{ objects: Map<string, StoredObject>; models: ReadonlyMap<string, TypeModel> }> {
  const objects = await readObjects(db, access, ids, which)
  const types = [...objects.values()].map(({ type }) => type)
  return { objects, models: await typeModelsOf(db, access, types) }
}

const publishedVersions = prepared((db, some: Some) =>
  db
    .selectFrom('published_objects')
    .select(['id', ...versionColumns])
    .where('bucket_id', '=', some.bucketId)
    .where('id', 'in', some.ids),
)

/** Reads the published versions next to newer drafts, which few objects have. */
async function publishedOf(
  db: Reader,
  bucketId: string,
  rows: readonly StateRow[],
): Promise<ReadonlyMap<string, ObjectVersion>> {
  const drafts = rows.filter((row) => row.status === 'draft' && row.is_published === 1)
  if (drafts.length === 0) return new Map()
  const ids = drafts.map(({ id }) => id)
  const published = await publishedVersions(db, { bucketId, ids })
  return new Map(published.map((row) => [row.id, newestVersion(row)]))
}

function toStored(row: StateRow, publishedOf: ReadonlyMap<string, ObjectVersion>): StoredObject {
  return {
    id: row.id,
    type: row.type,
    rank: row.rank,
    created_at: row.created_at,
    created_by: row.created_by,
    rev: row.rev,
    state_rev: row.state_rev,
    version: row.version,
    state: {
      ...newestVersion(row),
      status: row.status,
      published: publishedOf.get(row.id) ?? null,
      deleted_at: row.deleted_at,
      deleted_by: row.deleted_by,
      // Only `updateRows` and `insertRows` write this column.
      ...(row.unreviewed !== null && { unreviewed: JSON.parse(row.unreviewed) as ReviewMark }),
    },
  }
}

/** Reads the type of an existing object of the bucket. */
export async function findTypeOf(
  db: Reader,
  { bucketId }: BucketAccess,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('objects')
    .select('type')
    .where('id', '=', id)
    .where('bucket_id', '=', bucketId)
    .executeTakeFirst()
  return row?.type
}

const withSlug = prepared((db, of: { bucketId: string; type: string; slug: string }) =>
  db
    .selectFrom('objects')
    .select('id')
    .where('bucket_id', '=', of.bucketId)
    .where('type', '=', of.type)
    .where('slug', '=', of.slug)
    .where('deleted_at', 'is', null)
    .orderBy('id'),
)

/** Reads the versions of an object in all locales, including the object itself: they share type and slug. */
export const versionsOf = (
  db: Reader,
  access: BucketAccess,
  { type, state }: Pick<StoredObject, 'type' | 'state'>,
): Promise<StoredObject[]> => versionsWith(db, access, type, state.slug)

/** Reads the objects of a type that share a slug. */
export async function versionsWith(
  db: Reader,
  access: BucketAccess,
  type: string,
  slug: string,
): Promise<StoredObject[]> {
  const { bucketId } = access
  const rows = await withSlug(db, { bucketId, type, slug })
  const ids = rows.map(({ id }) => id)
  return [...(await readObjects(db, access, ids)).values()]
}
