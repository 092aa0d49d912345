import { type MediaFolder, MAX_MEDIA_FOLDERS } from '@typecase/contract/media-folders'

import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { invalid, notFound } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { wordSlug } from '../buckets/slug-from-title.ts'
import '../buckets/tables.ts'
import '../media/tables.ts'

/** A folder as the bucket keeps it; imports write neither `parent` nor `rev`. */
type StoredFolder = Pick<MediaFolder, 'slug' | 'title' | 'emoji'> &
  Partial<Pick<MediaFolder, 'parent' | 'rev'>>

export type Folder = Omit<MediaFolder, 'order'>

/** The folders of a bucket in their order. */
export async function readFolders(db: Reader, { bucketId }: BucketAccess): Promise<Folder[]> {
  const { media_folders } = await db
    .selectFrom('buckets')
    .select('media_folders')
    .where('id', '=', bucketId)
    .executeTakeFirstOrThrow()
  // Written here and by imports only.
  const folders = JSON.parse(media_folders) as StoredFolder[]
  return folders.map(({ slug, title, emoji, parent = null, rev = 1 }) => ({
    slug,
    title,
    emoji,
    parent,
    rev,
  }))
}

/** Folders as calls show them. */
export const toPublicFolders = (folders: readonly Folder[]): MediaFolder[] =>
  folders.map((folder, order) => ({ ...folder, order }))

/** @throws Failure `not_found` for a slug that no folder of the bucket has */
export function publicFolder(folders: readonly Folder[], slug: string): MediaFolder {
  const folder = toPublicFolders(folders).find((other) => other.slug === slug)
  if (!folder) throw notFound('Media folder')
  return folder
}

export async function writeFolders(
  db: Reader,
  { bucketId }: BucketAccess,
  folders: readonly Folder[],
): Promise<void> {
  await db
    .updateTable('buckets')
    .set({ media_folders: JSON.stringify(folders) })
    .where('id', '=', bucketId)
    .execute()
}

/** Puts all media of a folder into another one, those in the trash too. */
export async function moveMedia(
  { db }: Write,
  { bucketId }: BucketAccess,
  from: string,
  to: string | null,
  version: number,
): Promise<void> {
  await db
    .updateTable('media')
    .set((eb) => ({ folder: to, version, rev: eb('rev', '+', 1) }))
    .where('bucket_id', '=', bucketId)
    .where('folder', '=', from)
    .execute()
}

/** Numbers of media directly in each folder; media without a folder count under null. */
export async function countMedia(
  db: Reader,
  { bucketId }: BucketAccess,
): Promise<Map<string | null, number>> {
  const rows = await db
    .selectFrom('media')
    .select((eb) => ['folder', eb.fn.countAll<number>().as('count')])
    .where('bucket_id', '=', bucketId)
    .where('deleted_at', 'is', null)
    .groupBy('folder')
    .execute()
  return new Map(rows.map(({ folder, count }) => [folder, count]))
}

/**
 * The folder that an upload names by its slug; a missing one is created, so that its files can be found.
 * @returns its slug, derived from the text if that is not a slug
 * @throws Failure `invalid` at the maximum number of folders
 */
export async function folderFor(db: Reader, access: BucketAccess, named: string): Promise<string> {
  const folders = await readFolders(db, access)
  const slug = SLUG.test(named) ? named : wordSlug(named, 'folder')
  const existing = folders.find((folder) => folder.slug === named || folder.slug === slug)
  if (existing) return existing.slug
  if (folders.length >= MAX_MEDIA_FOLDERS) {
    throw invalid('folder', `folder is new, and there are ${MAX_MEDIA_FOLDERS} already`, 'max')
  }
  const folder = { slug, title: named, emoji: '', parent: null, rev: 1 }
  await writeFolders(db, access, [...folders, folder])
  return slug
}

/** Must match `folderSlug` of the contract. */
const SLUG = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,99}$/u

/** @throws Failure `invalid` for a slug that no folder of the bucket has */
export async function checkFolder(
  db: Reader,
  access: BucketAccess,
  slug: string | null | undefined,
  path: string,
): Promise<void> {
  if (slug === null || slug === undefined) return
  const folders = await readFolders(db, access)
  if (!folders.some((folder) => folder.slug === slug)) {
    throw invalid(path, `${path} is not a media folder of this bucket`, 'unknown')
  }
}
