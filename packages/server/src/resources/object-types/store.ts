import { mapFields } from '@typecase/contract/field-values/field-tree'
import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'
import type { Selectable } from 'kysely'

import type { Reader } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { type ObjectCounts, uncounted } from './object-counts.ts'
import type { ObjectTypeTable } from './tables.ts'
import '../object-type-folders/tables.ts'

type Row = Selectable<ObjectTypeTable>

const live = (db: Reader, { bucketId }: BucketAccess) =>
  db
    .selectFrom('object_types')
    .selectAll()
    .where('bucket_id', '=', bucketId)
    .where('deleted_at', 'is', null)

const raiseTypesVersion = prepared((db, of: { bucketId: string }) =>
  db
    .updateTable('buckets')
    .set((eb) => ({ types_version: eb('types_version', '+', 1) }))
    .where('id', '=', of.bucketId),
)

/** Invalidates cached models of a bucket's types. Every write to the types must call it. */
export const typesChanged = (db: Reader, { bucketId }: Pick<BucketAccess, 'bucketId'>) =>
  raiseTypesVersion(db, { bucketId })

/** Lists the object types of a bucket in their order, each with the number of its objects. */
export async function listObjectTypes(
  db: Reader,
  access: BucketAccess,
  counts: ObjectCounts = uncounted,
): Promise<ObjectType[]> {
  const rows = await live(db, access).orderBy('rank').orderBy('id').execute()
  return rows.map((row) => toObjectType(row, counts.get(row.slug) ?? 0))
}

/** Finds an object type by its slug. */
export async function findObjectType(
  db: Reader,
  access: BucketAccess,
  slug: string,
  counts: ObjectCounts = uncounted,
): Promise<ObjectType | undefined> {
  const row = await live(db, access).where('slug', '=', slug).executeTakeFirst()
  return row && toObjectType(row, counts.get(slug) ?? 0)
}

/** Finds an object type by its id, without the number of its objects. */
export async function findObjectTypeById(
  db: Reader,
  access: BucketAccess,
  id: string,
): Promise<ObjectType | undefined> {
  const row = await live(db, access).where('id', '=', id).executeTakeFirst()
  return row && toObjectType(row, 0)
}

/** The data of a new object type; the store adds ids, times and order. */
export type NewObjectType = Omit<
  ObjectType,
  'id' | 'order' | 'total_objects' | 'created_at' | 'modified_at' | 'rev'
>

/** Adds an object type after the others. */
export async function insertObjectType(
  db: Reader,
  access: BucketAccess,
  id: string,
  type: NewObjectType,
  now: string,
): Promise<void> {
  const { bucketId } = access
  const { rank } = await db
    .selectFrom('object_types')
    .select((eb) => eb.fn.coalesce(eb.fn.max('rank'), eb.lit(-1)).as('rank'))
    .where('bucket_id', '=', bucketId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('object_types')
    .values({
      id,
      bucket_id: bucketId,
      ...toColumns(type),
      rank: rank + 1,
      created_at: now,
      modified_at: now,
      deleted_at: null,
    })
    .execute()
  await typesChanged(db, access)
}

/** Stores the fields of an object type again and raises its `rev`. */
export async function saveObjectType(
  db: Reader,
  access: BucketAccess,
  id: string,
  type: NewObjectType,
  now: string,
): Promise<void> {
  await db
    .updateTable('object_types')
    .set((eb) => ({ ...toColumns(type), modified_at: now, rev: eb('rev', '+', 1) }))
    .where('bucket_id', '=', access.bucketId)
    .where('id', '=', id)
    .execute()
  await typesChanged(db, access)
}

/** Lists the slugs of a bucket's live object types. */
export async function typeSlugs(db: Reader, { bucketId }: BucketAccess): Promise<string[]> {
  const rows = await db
    .selectFrom('object_types')
    .select('slug')
    .where('bucket_id', '=', bucketId)
    .where('deleted_at', 'is', null)
    .orderBy('rank')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.slug)
}

/** Whether a bucket has a folder of object types with that slug. */
export async function hasFolder(
  db: Reader,
  { bucketId }: BucketAccess,
  slug: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('object_type_folders')
    .select('slug')
    .where('bucket_id', '=', bucketId)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row !== undefined
}

/** Updates the fields that refer to a type by its slug when the slug changes. */
export async function renameReferences(
  db: Reader,
  access: BucketAccess,
  from: string,
  to: string,
  now: string,
): Promise<void> {
  const rows = await live(db, access).execute()
  for (const row of rows) {
    // Only the server writes this column, so the cast is safe.
    const fields = JSON.parse(row.metafields) as Metafield[]
    const pointed = mapFields(fields, (field) =>
      field.object_type === from ? { ...field, object_type: to } : field,
    )
    const metafields = JSON.stringify(pointed)
    if (metafields === row.metafields) continue
    await db
      .updateTable('object_types')
      .set((eb) => ({ metafields, modified_at: now, rev: eb('rev', '+', 1) }))
      .where('bucket_id', '=', access.bucketId)
      .where('id', '=', row.id)
      .execute()
    await typesChanged(db, access)
  }
}

/** Marks an object type as deleted; its row stays so that the trash can restore it. */
export async function softDeleteObjectType(
  db: Reader,
  access: BucketAccess,
  id: string,
  now: string,
): Promise<void> {
  await db
    .updateTable('object_types')
    .set((eb) => ({ deleted_at: now, rev: eb('rev', '+', 1) }))
    .where('bucket_id', '=', access.bucketId)
    .where('id', '=', id)
    .execute()
  await typesChanged(db, access)
}

/** Stores the order of all object types of a bucket. */
export async function rankObjectTypes(
  db: Reader,
  access: BucketAccess,
  slugs: readonly string[],
): Promise<void> {
  for (const [rank, slug] of slugs.entries()) {
    await db
      .updateTable('object_types')
      .set({ rank })
      .where('bucket_id', '=', access.bucketId)
      .where('slug', '=', slug)
      .where('deleted_at', 'is', null)
      .where('rank', '!=', rank)
      .execute()
  }
  await typesChanged(db, access)
}

function toColumns(type: NewObjectType) {
  return {
    slug: type.slug,
    title: type.title,
    singular: type.singular,
    emoji: type.emoji,
    singleton: Number(type.singleton),
    options: JSON.stringify(type.options),
    metafields: JSON.stringify(type.metafields),
    localization: Number(type.localization),
    locales: JSON.stringify(type.locales),
    priority_locale: type.priority_locale,
    preview_link: type.preview_link,
    folder: type.folder,
  }
}

function toObjectType(row: Row, totalObjects: number): ObjectType {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    singular: row.singular,
    emoji: row.emoji,
    singleton: row.singleton === 1,
    // Only the server writes the three JSON columns. Types of earlier versions have no `searchable` and no `subtitle`.
    options: {
      searchable: [],
      subtitle: null,
      ...(JSON.parse(row.options) as Omit<ObjectType['options'], 'searchable' | 'subtitle'>),
    },
    metafields: JSON.parse(row.metafields) as Metafield[],
    localization: row.localization === 1,
    locales: JSON.parse(row.locales) as string[],
    priority_locale: row.priority_locale,
    preview_link: row.preview_link,
    order: row.rank,
    folder: row.folder,
    total_objects: totalObjects,
    created_at: row.created_at,
    modified_at: row.modified_at,
    rev: row.rev,
  }
}
