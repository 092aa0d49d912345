import { newId } from '@typecase/contract/ids'

import type { Reader } from '../../../database/database.ts'
import type { Write } from '../../../database/write-queue.ts'
import { Failure } from '../../../http/failure.ts'
import { commitFile, releaseFiles } from '../../../storage/stored-files.ts'
import type { Clock } from '../../../clock.ts'
import { keepChangedMedia } from '../../change-sets/changed-media.ts'
import { openChangeSet, type Reason, setCount } from '../../change-sets/store.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { Stamp } from '../../objects/model/state.ts'
import type { MediaEntry } from '../reading/bucket-json.ts'
import '../../media/tables.ts'

/** Rows per query. */
const PAGE = 1000

export interface MediaFolder {
  slug: string
  title: string
  emoji: string
  parent: string | null
}

/** The media and folders of a file that the bucket lacks. */
export interface MediaPlan {
  added: readonly MediaEntry[]
  unchanged: number
  folders: readonly MediaFolder[]
}

/** The given names that belong to media of the bucket. */
export async function mediaAmong(
  db: Reader,
  bucketId: string,
  names: readonly string[],
): Promise<Set<string>> {
  const existing = new Set<string>()
  // A statement takes a limited number of parameters.
  for (let at = 0; at < names.length; at += PAGE) {
    const rows = await db
      .selectFrom('media')
      .select('name')
      .where('bucket_id', '=', bucketId)
      .where('name', 'in', names.slice(at, at + PAGE))
      .where('deleted_at', 'is', null)
      .execute()
    for (const { name } of rows) existing.add(name)
  }
  return existing
}

/** Plans the media and folders that the bucket lacks: media are matched by name, folders by slug. */
export async function planMedia(
  db: Reader,
  { bucketId }: BucketAccess,
  media: readonly MediaEntry[],
  folders: readonly MediaFolder[],
): Promise<MediaPlan> {
  const names = media.map(({ name }) => name)
  const existing = await mediaAmong(db, bucketId, names)
  const added = new Map<string, MediaEntry>()
  for (const entry of media) if (!existing.has(entry.name)) added.set(entry.name, entry)
  const slugs = (await foldersOf(db, bucketId)).map(({ slug }) => slug)
  return {
    added: [...added.values()],
    unchanged: existing.size,
    folders: folders.filter(({ slug }) => !slugs.includes(slug)),
  }
}

/** Returns the ids of a bucket's media that the file does not list and none of its objects uses. */
export async function mediaBeside(
  db: Reader,
  { bucketId }: BucketAccess,
  listed: readonly MediaEntry[],
  isNamed: (name: string) => boolean,
): Promise<string[]> {
  const names = new Set(listed.map(({ name }) => name))
  const ids: string[] = []
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('media')
      .select(['id', 'name'])
      .where('bucket_id', '=', bucketId)
      .where('id', '>', after)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    if (!last) return ids
    after = last.id
    for (const { id, name } of rows) if (!names.has(name) && !isNamed(name)) ids.push(id)
  }
}

/** What an import needs to add media to its change set. */
export interface MediaAdding {
  clock: Clock
  access: BucketAccess
  plan: { media: MediaPlan }
  stamp: Stamp
  onWritten(count: number): void
}

/**
 * Adds the rows of media; restores a trashed media of the same name, with the file's location. Undo trashes all of
 * them.
 * @param version the bucket's version
 * @returns the change set that it started, if any
 */
export async function addMedia(
  write: Write,
  { clock, access, plan, stamp, onWritten }: MediaAdding,
  reason: Reason,
  version: number,
): Promise<string | null> {
  const { added } = plan.media
  if (added.length === 0) return null
  const { changeSetId, place } = await openChangeSet(clock, write, access, version, reason)
  for (const [n, media] of added.entries()) {
    await write.pause()
    const media_id = await addOne(write.db, access, media, stamp, version)
    await keepChangedMedia(write.db, access, changeSetId, {
      place: place + n,
      media_id,
      title: media.title || media.original_name,
      before: { deleted: true },
      after: { deleted: false },
    })
    onWritten(1)
  }
  await setCount(write.db, access, changeSetId, reason, added.length)
  return changeSetId
}

/** @returns the id of the media */
async function addOne(
  db: Reader,
  { bucketId, userId }: BucketAccess,
  media: MediaEntry,
  { now }: Stamp,
  version: number,
): Promise<string> {
  const created = media.created_at ?? now
  const { original_name, folder, title, alt_text, file } = media
  const { size, type } = file ?? media
  const { width, height } = file?.facts ?? media
  const fileId =
    file && (await commitFile(db, bucketId, file.sha256, file.arrived, Date.parse(now)))
  if (media.location === null && fileId === undefined) {
    const words = `Media “${original_name}” changed while it was imported.`
    throw new Failure('conflict', `${words} Import the file again.`)
  }
  const { id, file_id } = await db
    .insertInto('media')
    .values({
      id: media.id ?? newId(),
      bucket_id: bucketId,
      name: media.name,
      original_name,
      size,
      type,
      folder,
      title,
      alt_text,
      width,
      height,
      metadata: media.metadata,
      location: media.location,
      file_id: fileId ?? null,
      duration_ms: file?.facts.durationMs ?? null,
      blurhash: file?.facts.blurhash ?? null,
      color: file?.facts.color ?? null,
      created_at: created,
      created_by: userId,
      modified_at: created,
      modified_by: userId,
      version,
    })
    .onConflict((conflict) =>
      conflict.columns(['bucket_id', 'name']).doUpdateSet((eb) => ({
        deleted_at: null,
        deleted_by: null,
        location: eb.ref('excluded.location'),
        version: eb.ref('excluded.version'),
        rev: eb('media.rev', '+', 1),
      })),
    )
    .returning(['id', 'file_id'])
    .executeTakeFirstOrThrow()
  // A restored media keeps its file, even if the address has another one by now.
  if (fileId !== undefined && fileId !== file_id)
    await releaseFiles(db, bucketId, [fileId], Date.parse(now))
  return id
}

export async function addMediaFolders(
  db: Reader,
  { bucketId }: BucketAccess,
  { folders }: MediaPlan,
): Promise<void> {
  if (folders.length === 0) return
  const all = [...(await foldersOf(db, bucketId)), ...folders]
  await db
    .updateTable('buckets')
    .set({ media_folders: JSON.stringify(all) })
    .where('id', '=', bucketId)
    .execute()
}

async function foldersOf(db: Reader, bucketId: string): Promise<MediaFolder[]> {
  const row = await db
    .selectFrom('buckets')
    .select('media_folders')
    .where('id', '=', bucketId)
    .executeTakeFirst()
  // Only the stores of media folders write this column.
  return JSON.parse(row?.media_folders ?? '[]') as MediaFolder[]
}
