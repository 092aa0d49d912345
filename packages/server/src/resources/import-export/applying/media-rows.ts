import { newId } from '@typecase/contract/ids'

import type { Reader } from '../../../database/database.ts'
import { selectRows } from '../../../database/run-sql.ts'
import type { Write } from '../../../database/write-queue.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { Stamp } from '../../objects/state.ts'
import type { MediaEntry } from '../reading/bucket-json.ts'

export interface MediaFolder {
  slug: string
  title: string
  emoji: string
}

/** Media and folders that a bucket does not have yet. */
export interface MediaPlan {
  added: readonly MediaEntry[]
  unchanged: number
  folders: readonly MediaFolder[]
}

/** Leaves out what the bucket has: media by name, folders by slug. */
export async function planMedia(
  db: Reader,
  { bucketId }: BucketAccess,
  media: readonly MediaEntry[],
  folders: readonly MediaFolder[],
): Promise<MediaPlan> {
  const rows = await selectRows<{ name: string }>(db, {
    text: 'SELECT name FROM media WHERE bucket_id = ? AND deleted_at IS NULL AND name IN (SELECT value FROM json_each(?))',
    values: [bucketId, JSON.stringify(media.map(({ name }) => name))],
  })
  const known = new Set(rows.map(({ name }) => name))
  const added = new Map<string, MediaEntry>()
  for (const entry of media) if (!known.has(entry.name)) added.set(entry.name, entry)
  const slugs = (await foldersOf(db, bucketId)).map(({ slug }) => slug)
  return {
    added: [...added.values()],
    unchanged: known.size,
    folders: folders.filter(({ slug }) => !slugs.includes(slug)),
  }
}

/** Adds the rows of media; one of that name in the trash comes back as the file has it. */
export async function addMedia(
  { db, pause }: Write,
  { bucketId, userId }: BucketAccess,
  { added }: MediaPlan,
  { now }: Stamp,
  version: number,
): Promise<void> {
  for (const media of added) {
    await pause()
    const created = media.created_at ?? now
    await selectRows(db, {
      text: `INSERT INTO media (id, bucket_id, name, original_name, size, type, folder, title, alt_text, width, height, metadata, location, created_at, created_by, modified_at, modified_by, version)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (bucket_id, name) DO UPDATE SET deleted_at = NULL, location = excluded.location, version = excluded.version, rev = media.rev + 1`,
      values: [
        newId(),
        bucketId,
        media.name,
        media.original_name,
        media.size,
        media.type,
        media.folder,
        media.title,
        media.alt_text,
        media.width,
        media.height,
        media.metadata,
        media.location,
        created,
        userId,
        created,
        userId,
        version,
      ],
    })
  }
}

export async function addMediaFolders(
  db: Reader,
  { bucketId }: BucketAccess,
  { folders }: MediaPlan,
): Promise<void> {
  if (folders.length === 0) return
  const all = [...(await foldersOf(db, bucketId)), ...folders]
  await selectRows(db, {
    text: 'UPDATE buckets SET media_folders = ? WHERE id = ?',
    values: [JSON.stringify(all), bucketId],
  })
}

async function foldersOf(db: Reader, bucketId: string): Promise<MediaFolder[]> {
  const [row] = await selectRows<{ media_folders: string }>(db, {
    text: 'SELECT media_folders FROM buckets WHERE id = ?',
    values: [bucketId],
  })
  // Written by the stores of media folders only.
  return JSON.parse(row?.media_folders ?? '[]') as MediaFolder[]
}
