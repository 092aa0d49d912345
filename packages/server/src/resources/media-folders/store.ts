import { type MediaFolder, MAX_MEDIA_FOLDERS } from '@typecase/contract/media-folders'

import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { invalid, notFound } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { wordSlug } from '../buckets/slug-from-title.ts'
import '../buckets/tables.ts'
import '../media/tables.ts'

/** A folder in the form that the bucket's row stores; imports write neither `parent` nor `rev`. */
type StoredFolder = Pick<MediaFolder, 'slug' | 'title' | 'emoji'> &
  Partial<Pick<MediaFolder, 'parent' | 'rev'>>

export type Folder = Omit<MediaFolder, 'order'>

/** Reads the folders of a bucket in their order. */
export async function readFolders(db: Reader, { bucketId }: BucketAccess): Promise<Folder[]> {
  const { media_folders } = await db
    .selectFrom('buckets')
    .select('media_folders')
    .where('id', '=', bucketId)
    .executeTakeFirstOrThrow()
  // Only this module and imports write this column, so the cast is safe.
  const folders = JSON.parse(media_folders) as StoredFolder[]
  return folders.map(({ slug, title, emoji, parent = null, rev = 1 }) => ({
    slug,
    title,
    emoji,
    parent,
    rev,
  }))
}

/** Converts folders to the form of responses. */
export const toPublicFolders = (folders: readonly Folder[]): MediaFolder[] =>
  folders.map((folder, order) => ({ ...folder, order }))

/** Returns a folder in the form of responses. @throws Failure `not_found` if the bucket has none with that slug */
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

/** Moves all media of a folder to another one, including those in the trash. */
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

/** Counts the media directly in each folder. Media without a folder count under null. */
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
 * Finds the folder that an upload names by its slug, and creates a missing one, so that people can find its files.
 * @returns its slug, derived from the text if that is not a slug
 * @throws Failure `invalid` at the maximum number of folders
 */
export async function folderFor(db: Reader, access: BucketAccess, name: string): Promise<string> {
  const folders = await readFolders(db, access)
  const slug = SLUG.test(name) ? name : wordSlug(name, 'folder')
  const existing = folders.find((folder) => folder.slug === name || folder.slug === slug)
  if (existing) return existing.slug
  if (folders.length >= MAX_MEDIA_FOLDERS) {
    throw invalid('folder', `folder is new, and there are ${MAX_MEDIA_FOLDERS} already`, 'max')
  }
  const folder = { slug, title: name, emoji: '', parent: null, rev: 1 }
  await writeFolders(db, access, [...folders, folder])
  return slug
}

/** Must match `folderSlug` of the contract. */
const SLUG = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,99}$/u

/** Checks that a folder exists. @throws Failure `invalid` for a slug that no folder of the bucket has */
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
