import { newId } from '@typecase/contract/ids'

import { FILE_ARRIVAL_TIMEOUT_MS } from '../limits.ts'
import type { App } from '../app.ts'
import type { Reader } from '../database/database.ts'
import { SOME } from '../database/delete-some.ts'
import { prepared } from '../database/prepared.ts'
import '../resources/backups/tables.ts'

declare module '../database/tables.ts' {
  interface Tables {
    files: {
      /** A bucket, or the user who owns the pictures. */
      owner_id: string
      id: string
      sha256: string
      size: number
      /** `part`: a chunk of an incomplete upload. */
      state: 'arriving' | 'part' | 'stored' | 'leaving'
      changed_at: number
      /** Whether the bytes may contain a location; null if unknown. */
      may_hold_location: number | null
    }
  }
}

/** A finished file on this machine. */
export interface FileToStore {
  path: string
  sha256: string
  size: number
}

interface FileToBring extends FileToStore {
  facts?: { mayHoldLocation: boolean | null }
}

interface FileHash {
  owner: string
  sha256: string
}

const storedByHash = prepared((db, { owner, sha256 }: FileHash) =>
  db
    .selectFrom('files')
    .select('id')
    .where('owner_id', '=', owner)
    .where('sha256', '=', sha256)
    .where('state', '=', 'stored'),
)

/** The key of a file in the store. */
export const storeKey = (owner: string, fileId: string): string => `${owner}/${fileId}`

/**
 * Uploads a file to the store, unless its owner already has the same bytes there. The file only counts after
 * `commitFile`; if the server crashes before, the row shows the sweep what to delete.
 * @returns the id of the uploaded file; null if the bytes are already stored
 */
export async function uploadFile(
  app: Pick<App, 'db' | 'store' | 'clock'>,
  owner: string,
  file: FileToBring,
): Promise<string | null> {
  const [existing] = await storedByHash(app.db.read, { owner, sha256: file.sha256 })
  return existing ? null : putFile(app, owner, file)
}

/** Puts a file into the store, before anything refers to it. @returns its id */
async function putFile(
  { db, store, clock }: Pick<App, 'db' | 'store' | 'clock'>,
  owner: string,
  { path, sha256, size, facts }: FileToBring,
): Promise<string> {
  const id = newId()
  const mayHold = facts?.mayHoldLocation ?? null
  const may_hold_location = mayHold === null ? null : Number(mayHold)
  const row = { owner_id: owner, id, sha256, size, state: 'arriving' as const }
  await db.write(
    (write) =>
      write.db
        .insertInto('files')
        .values({ ...row, changed_at: clock.now(), may_hold_location })
        .execute(),
    'read committed',
  )
  await store.put(storeKey(owner, id), path)
  return id
}

/**
 * Puts a chunk of an upload into the store. It counts when the write that refers to it calls `changeState` with `part`.
 */
export const putChunk = (
  app: Pick<App, 'db' | 'store' | 'clock'>,
  owner: string,
  chunk: { path: string; size: number },
): Promise<string> => putFile(app, owner, { ...chunk, sha256: '' })

/** Changes the state of files within a write. */
export async function changeState(
  db: Reader,
  owner: string,
  ids: readonly string[],
  state: 'part' | 'leaving',
  now: number,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('files')
    .set({ state, changed_at: now })
    .where('owner_id', '=', owner)
    .where('id', 'in', ids)
    .execute()
}

/**
 * Decides, within the write that refers to a file, which bytes to use: the new file, or a stored one with the same
 * bytes. Writes to the owner's media run one after another, so no file is deleted in between.
 * @returns undefined if the stored bytes have been deleted since, and must be sent again
 */
export async function commitFile(
  db: Reader,
  owner: string,
  sha256: string,
  uploadedFile: string | null,
  now: number,
): Promise<string | undefined> {
  const [file] = await storedByHash(db, { owner, sha256 })
  if (uploadedFile === null) return file?.id
  const changed = { state: file ? ('leaving' as const) : ('stored' as const), changed_at: now }
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set(changed)
    .where('owner_id', '=', owner)
    .where('id', '=', uploadedFile)
    .where('state', '=', 'arriving')
    .executeTakeFirst()
  return file?.id ?? (numUpdatedRows > 0n ? uploadedFile : undefined)
}

/** Releases files without references, within the write that deleted the last reference. */
export async function releaseFiles(
  db: Reader,
  owner: string,
  ids: readonly string[],
  now: number,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('files')
    .set({ state: 'leaving', changed_at: now })
    .where('owner_id', '=', owner)
    .where('id', 'in', [...new Set(ids)])
    .where('state', '=', 'stored')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('media')
            .select('media.id')
            .whereRef('media.bucket_id', '=', 'files.owner_id')
            .whereRef('media.file_id', '=', 'files.id'),
        ),
      ),
    )
    // The change set that replaced the file can be undone.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('change_set_media')
            .select('change_set_media.media_id')
            .whereRef('change_set_media.bucket_id', '=', 'files.owner_id')
            .whereRef('change_set_media.file_id', '=', 'files.id'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('backup_media')
            .select('backup_media.backup_id')
            .whereRef('backup_media.bucket_id', '=', 'files.owner_id')
            .whereRef('backup_media.file_id', '=', 'files.id'),
        ),
      ),
    )
    // Backups with the same text share its file.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('backups')
            .select('backups.id')
            .whereRef('backups.bucket_id', '=', 'files.owner_id')
            .whereRef('backups.file_id', '=', 'files.id'),
        ),
      ),
    )
    .execute()
}

/** Releases some files of a deleted owner. @returns whether there were any */
export async function releaseSome(db: Reader, owner: string, now: number): Promise<boolean> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('owner_id', '=', owner)
    .where('state', '<>', 'leaving')
    .limit(SOME)
    .execute()
  if (rows.length === 0) return false
  await db
    .updateTable('files')
    .set({ state: 'leaving', changed_at: now })
    .where('owner_id', '=', owner)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return true
}

/**
 * Deletes unreferenced bytes, of released files and of abandoned uploads. A failed deletion is retried next time.
 * @param begunBefore UNIX ms; uploads that began by then and have not arrived count as abandoned
 */
export async function sweepFiles(
  app: Pick<App, 'db' | 'store' | 'images' | 'clock'>,
  begunBefore = app.clock.now() - FILE_ARRIVAL_TIMEOUT_MS,
): Promise<void> {
  const { db } = app
  await db.write(
    (write) =>
      write.db
        .updateTable('files')
        .set({ state: 'leaving' })
        .where('state', '=', 'arriving')
        .where('changed_at', '<=', begunBefore)
        .execute(),
    'read committed',
  )
  for (;;) {
    const rows = await db.read
      .selectFrom('files')
      .select(['owner_id', 'id'])
      .where('state', '=', 'leaving')
      .limit(SOME)
      .execute()
    if (rows.length === 0) return
    await deleteFiles(app, rows)
  }
}

/** Deletes the bytes of files that are `leaving`, then their rows. */
export async function deleteFiles(
  { db, store, images }: Pick<App, 'db' | 'store' | 'images'>,
  files: readonly { owner_id: string; id: string }[],
): Promise<void> {
  for (const { owner_id, id } of files) {
    await store.delete(storeKey(owner_id, id))
    await images.cache.forget(id)
  }
  await db.write(async (write) => {
    for (const { owner_id, id } of files)
      await write.db
        .deleteFrom('files')
        .where('owner_id', '=', owner_id)
        .where('id', '=', id)
        .execute()
  }, 'read committed')
}
