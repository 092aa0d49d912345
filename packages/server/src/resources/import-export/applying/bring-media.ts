import { rm } from 'node:fs/promises'

import { newId } from '@typecase/contract/ids'

import type { ThreadDatabase } from '../../../database/thread-database.ts'
import { Failure } from '../../../http/failure.ts'
import type { JobThread } from '../../../jobs/thread-side.ts'
import { safeName } from '../../media-upload/safe-name.ts'
import type { ImportTask, IncomingMedia, MediaTaken } from '../import-task.ts'
import type { Archive } from '../reading/archive.ts'
import type { MediaEntry } from '../reading/bucket-json.ts'
import type { Issues } from '../reading/issues.ts'
import { mediaAmong } from './media-rows.ts'

/** Names at once in one look-up. */
const SOME = 500

interface Bringing {
  archive: Pick<Archive, 'has' | 'unpack'> | undefined
  media: readonly MediaEntry[]
  issues: Issues
}

/** Media as the bucket will have them, and the new names of those whose files it stores. */
export interface BroughtMedia {
  media: MediaEntry[]
  names: ReadonlyMap<string, string>
}

/**
 * Asks the server to store media files missing from the bucket: those in the zip, and on request those on other
 * servers. Names are made unique, since each name of a server refers to one file.
 */
export async function bringMedia(
  thread: JobThread<ImportTask>,
  database: ThreadDatabase,
  { archive, media, issues }: Bringing,
): Promise<BroughtMedia> {
  const { task, throwIfCancelled } = thread
  const { mode, fetchesMedia } = task.request
  const isDry = mode === 'dry_run'
  const publicHost = new URL(task.publicUrl).host
  const names = new Map<string, string>()
  const brought: MediaEntry[] = []
  for (let at = 0; at < media.length; at += SOME) {
    const some = media.slice(at, at + SOME)
    const there = await database.read(task.bucketId, (db) =>
      mediaAmong(
        db,
        task.bucketId,
        some.map(({ name }) => name),
      ),
    )
    for (const entry of some) {
      throwIfCancelled()
      const isHeld = archive?.has(entry.name) === true
      const isFetched = !isHeld && fetchesMedia && !isDry && isForeign(entry)
      const taken = there.has(entry.name) || !(isHeld || isFetched) ? entry : await take(entry)
      if (taken.name !== entry.name) names.set(entry.name, taken.name)
      brought.push(taken)
    }
  }
  return { media: brought, names }

  function isForeign({ location }: MediaEntry): boolean {
    return location !== null && new URL(location).host !== publicHost
  }

  async function take(entry: MediaEntry): Promise<MediaEntry> {
    const path = task.mediaFile
    const { original_name: name, type, location, sha256 } = entry
    try {
      let url: string | undefined
      if (archive?.has(entry.name)) {
        const unpacked = await archive.unpack(entry.name, path)
        if (sha256 !== null && unpacked.sha256 !== sha256) {
          const words = `media/${entry.name} is not the file that the bucket.json of the zip describes: their hashes differ.`
          throw new Failure('invalid', `${words} Nothing was imported.`)
        }
      } else url = `${location}/${encodeURIComponent(entry.name)}`
      const question: IncomingMedia = { path, name, type, isDry, ...(url && { url }) }
      // Answered by `withIncomingMedia`.
      const taken = (await thread.ask(question)) as MediaTaken
      if (!taken) return { ...entry, location: null }
      if ('existingName' in taken) return { ...entry, name: taken.existingName, location: null }
      const id = newId()
      return { ...entry, id, name: `${id}-${safeName(name)}`, location: null, file: taken.file }
    } catch (reason) {
      // A media that cannot be fetched stays on its server.
      if (archive?.has(entry.name) || !(reason instanceof Failure)) throw reason
      if (!UNFETCHED.has(reason.code)) throw reason
      issues.warn(`Media “${name}” was not fetched: ${reason.message}`, undefined, reason.message)
      return entry
    } finally {
      await rm(path, { force: true })
    }
  }
}

/** Errors of a single media; fetching continues with the next one. */
const UNFETCHED: ReadonlySet<string> = new Set(['invalid', 'too_large', 'timeout', 'not_found'])
