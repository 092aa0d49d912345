import { rm } from 'node:fs/promises'

import { FETCH_MEDIA_JOB } from '@typecase/contract/import-export'

import type { App } from '../../app.ts'
import { type FailedItem, SHOWN_FAILURES } from '../../bulk/failures.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { forgetJobInput, readJobInput } from '../../jobs/job-input.ts'
import type { JobContext } from '../../jobs/runner.ts'
import { changeState, commitFile, uploadFile } from '../../storage/stored-files.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { formatMediaCount, MISSING } from '../media/media-kind.ts'
import { readMedia, type StoredMedia } from '../media/store.ts'
import { type MediaChange, writeMedia } from '../media/write-media.ts'
import { measure, prepareFile, storedFile } from '../media-upload/prepare-file.ts'
import { addressOf, createMediaFetch, fetchedName, isOfOneMedia } from './fetch-media.ts'
import { mediaFile } from './import-files.ts'
import type { BroughtFile } from './import-task.ts'
import { moveUses } from './move-uses.ts'
import type { MovedMedia } from './moved-media.ts'

/** Media per chunk: their files are on disk at the same time, and are written together. */
const CHUNK = 16

export const titleOfFetch = (count: number): string =>
  `Fetch the files of ${formatMediaCount(count)}`

/** Returns the ids of a bucket's media whose files are on other servers. */
export async function missingMedia(
  { settings }: Pick<App, 'settings'>,
  db: Reader,
  { bucketId }: BucketAccess,
): Promise<string[]> {
  const rows = await db
    .selectFrom('media')
    .select(['id', 'location'])
    .where('bucket_id', '=', bucketId)
    .where('location', 'is not', null)
    .where('file_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const { host } = new URL(settings.PUBLIC_URL)
  return rows.flatMap(({ id, location }) =>
    location !== null && new URL(location).host !== host ? [id] : [],
  )
}

/** A media with its file, or why it has none. */
type Fetching = { media: StoredMedia; file: BroughtFile } | { failed: FailedItem }

/**
 * Registers the job that fetches the files of media on other servers. It fetches outside of any write; the write of a
 * chunk then refers to the files and updates the objects that use them. An interrupted job repeats at most one chunk.
 */
export function registerMediaFetch(app: App): void {
  app.jobs.register(
    FETCH_MEDIA_JOB,
    run,
    (_app, { id }) => app.db.write(({ db }) => forgetJobInput(db, id), 'read committed'),
    { waitsForNetwork: true },
  )

  async function run(context: JobContext): Promise<void> {
    const { access, job, signal } = context
    const { ids } = await readJobInput(app.db.read, job.id)
    const fetchMedia = createMediaFetch(app.safeFetch)
    // The previous chunk stored this number as its cursor.
    for (let at = (context.cursor as number | undefined) ?? 0; at < ids.length; at += CHUNK) {
      signal.throwIfAborted()
      const fetched = await fetchChunk(ids.slice(at, at + CHUNK))
      const files = fetched.flatMap((one) => ('file' in one ? [one.file] : []))
      try {
        await app.db.write((write) => writeChunk(write, context, fetched, at + CHUNK), access)
      } catch (reason) {
        const uploads = files.flatMap((file) => file.arrived ?? [])
        await app.db.write(
          ({ db }) => changeState(db, access.bucketId, uploads, 'leaving', app.clock.now()),
          'read committed',
        )
        throw reason
      }
    }

    async function fetchChunk(some: readonly string[]): Promise<Fetching[]> {
      const media = await readMedia(app.db.read, access, some)
      const present = some.flatMap((id) => {
        const one = media.get(id)
        return one && one.deleted_at === null && one.location !== null ? [one] : []
      })
      const files = present.map(({ name, location }, n) => ({
        url: addressOf({ name, location: location ?? '' }),
        path: `${mediaFile(app.settings.DATA_DIR, job.id)}.${n}.staging`,
      }))
      const results: Fetching[] = some.flatMap((id) =>
        media.has(id) ? [] : [{ failed: { object_id: id, title: '', reason: MISSING } }],
      )
      try {
        const fetched = await context.withoutSlot(() => fetchMedia(files, signal))
        for (const [n, one] of present.entries()) {
          const result = fetched[n]
          const path = files[n]?.path
          if (!result || path === undefined) continue
          const failedFetch = (reason: string): Fetching => ({
            failed: { object_id: one.id, title: one.label, reason },
          })
          if ('failure' in result) results.push(failedFetch(result.failure.message))
          else results.push(await storeFile(one, path, result.type, failedFetch))
        }
      } finally {
        for (const { path } of files) await rm(path, { force: true })
      }
      return results
    }

    async function storeFile(
      media: StoredMedia,
      path: string,
      type: string,
      failed: (reason: string) => Fetching,
    ): Promise<Fetching> {
      const { bucketId: owner } = access
      const { media_keeps_location: keeps } = await app.db.read
        .selectFrom('buckets')
        .select('media_keeps_location')
        .where('id', '=', owner)
        .executeTakeFirstOrThrow()
      const gate = { owner, field: 'media', keepsLocation: keeps === 1 }
      try {
        const file = { name: media.original_name, type, ...(await measure(path)) }
        const ready = await prepareFile(app, gate, file, signal)
        try {
          const kind = kindOf(media.type)
          if (kind !== undefined && kind !== kindOf(ready.type))
            return failed(`Its server sent ${ready.type}, which is no ${kind}.`)
          const upload = await uploadFile(app, owner, ready)
          return { media, file: { ...ready, arrived: upload } }
        } finally {
          if (ready.path !== path) await rm(ready.path, { force: true })
        }
      } catch (reason) {
        if (!isOfOneMedia(reason)) throw reason
        return failed(reason.message)
      }
    }
  }

  async function writeChunk(
    write: Write,
    { access, job, advance }: JobContext,
    fetched: readonly Fetching[],
    cursor: number,
  ): Promise<void> {
    const { db } = write
    const failed = fetched.flatMap((one) => ('failed' in one ? [one.failed] : []))
    const current = await readMedia(
      db,
      access,
      fetched.flatMap((one) => ('media' in one ? [one.media.id] : [])),
    )
    const changes: MediaChange[] = []
    const moved: MovedMedia[] = []
    for (const one of fetched) {
      if (!('file' in one)) continue
      const before = current.get(one.media.id)
      if (!before || before.location === null) continue
      const { file } = one
      const { sha256, arrived } = file
      const fileId = await commitFile(db, access.bucketId, sha256, arrived, app.clock.now())
      if (fileId === undefined) throw new Error('The bytes of a fetched file were deleted.')
      const formerUrl = addressOf({ name: before.name, location: before.location })
      const name = fetchedName(access.bucketId, formerUrl, before.original_name)
      const address = { name, location: null }
      changes.push({
        before,
        after: { file: storedFile(fileId, before.original_name, file), address },
      })
      moved.push({ from: before, to: address })
    }
    const reason = {
      kind: 'fetchFiles',
      title: job.title,
      jobId: job.id,
      changeSetId: job.change_set_id,
    }
    const outcome = await writeMedia(app, write, access, changes, reason)
    const changeSetId = outcome.changeSetId ?? job.change_set_id
    const objects =
      changeSetId === null
        ? 0
        : (await moveUses(app, write, access, moved, { ...reason, changeSetId })).joined
    // An earlier chunk stored this result.
    const { modified = 0 } = (job.result ?? {}) as { modified?: number }
    const { done, failed: before, errors } = job
    await advance(write, {
      cursor,
      done: done + fetched.length - failed.length,
      failed: before + failed.length,
      failures: failed,
      ...(errors.length < SHOWN_FAILURES && { errors: [...errors, ...failed] }),
      ...(changeSetId !== null && { changeSetId }),
      result: { modified: modified + outcome.written + objects },
    })
  }
}

/** Returns the kind of a file, since fields of objects may accept some kinds only. */
function kindOf(type: string): 'image' | 'video' | 'audio' | undefined {
  const [kind = ''] = type.split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : undefined
}
