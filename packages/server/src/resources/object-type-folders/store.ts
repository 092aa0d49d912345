import type { ObjectTypeFolder } from '@typecase/contract/object-type-folders'

import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import '../object-types/tables.ts'
import './tables.ts'

/** Lists the folders of a bucket in their order, each with the slugs of its object types. */
export async function listFolders(
  db: Reader,
  { bucketId }: BucketAccess,
): Promise<ObjectTypeFolder[]> {
  const rows = await db
    .selectFrom('object_type_folders')
    .selectAll()
    .where('bucket_id', '=', bucketId)
    .orderBy('rank')
    .orderBy('slug')
    .execute()
  const members = await db
    .selectFrom('object_types')
    .select(['slug', 'folder'])
    .where('bucket_id', '=', bucketId)
    .where('deleted_at', 'is', null)
    .where('folder', 'is not', null)
    .orderBy('rank')
    .orderBy('id')
    .execute()
  return rows.map(({ slug, title, emoji, rank, rev }) => ({
    slug,
    title,
    emoji,
    object_type_slugs: members.filter((type) => type.folder === slug).map((type) => type.slug),
    order: rank,
    rev,
  }))
}

/** Finds a folder by its slug. */
export async function findFolder(
  db: Reader,
  access: BucketAccess,
  slug: string,
): Promise<ObjectTypeFolder | undefined> {
  return (await listFolders(db, access)).find((folder) => folder.slug === slug)
}

type NewFolder = Pick<ObjectTypeFolder, 'slug' | 'title' | 'emoji'>

/** Adds an empty folder after the others. */
export async function insertFolder(
  db: Reader,
  { bucketId }: BucketAccess,
  folder: NewFolder,
): Promise<void> {
  const { rank } = await db
    .selectFrom('object_type_folders')
    .select((eb) => eb.fn.coalesce(eb.fn.max('rank'), eb.lit(-1)).as('rank'))
    .where('bucket_id', '=', bucketId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('object_type_folders')
    .values({ bucket_id: bucketId, ...folder, rank: rank + 1 })
    .execute()
}

/** Stores a changed folder and raises its `rev`. Its object types follow a new slug. */
export async function saveFolder(
  db: Reader,
  { bucketId }: BucketAccess,
  slug: string,
  folder: NewFolder,
): Promise<void> {
  await db
    .updateTable('object_type_folders')
    .set((eb) => ({ ...folder, rev: eb('rev', '+', 1) }))
    .where('bucket_id', '=', bucketId)
    .where('slug', '=', slug)
    .execute()
  if (folder.slug === slug) return
  await db
    .updateTable('object_types')
    .set({ folder: folder.slug })
    .where('bucket_id', '=', bucketId)
    .where('folder', '=', slug)
    .execute()
}

/** Replaces the object types of a folder. */
export async function fillFolder(
  db: Reader,
  { bucketId }: BucketAccess,
  slug: string,
  typeSlugs: readonly string[],
): Promise<void> {
  await emptyFolder(db, bucketId, slug)
  if (typeSlugs.length === 0) return
  await db
    .updateTable('object_types')
    .set({ folder: slug })
    .where('bucket_id', '=', bucketId)
    .where('slug', 'in', typeSlugs)
    .where('deleted_at', 'is', null)
    .execute()
}

const emptyFolder = (db: Reader, bucketId: string, slug: string) =>
  db
    .updateTable('object_types')
    .set({ folder: null })
    .where('bucket_id', '=', bucketId)
    .where('folder', '=', slug)
    .execute()

/** Deletes a folder. Its object types move to the top level. */
export async function removeFolder(
  db: Reader,
  { bucketId }: BucketAccess,
  slug: string,
): Promise<void> {
  await emptyFolder(db, bucketId, slug)
  await db
    .deleteFrom('object_type_folders')
    .where('bucket_id', '=', bucketId)
    .where('slug', '=', slug)
    .execute()
}

/** Stores the order of all folders of a bucket. */
export async function rankFolders(
  db: Reader,
  { bucketId }: BucketAccess,
  slugs: readonly string[],
): Promise<void> {
  for (const [rank, slug] of slugs.entries()) {
    await db
      .updateTable('object_type_folders')
      .set({ rank })
      .where('bucket_id', '=', bucketId)
      .where('slug', '=', slug)
      .execute()
  }
}
