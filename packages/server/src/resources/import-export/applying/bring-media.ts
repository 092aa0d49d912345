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
import { addressOf, fetchedName } from '../fetch-media.ts'
import { mediaAmong } from './media-rows.ts'

/** Names per lookup. */
const SOME = 500
/** Number of fetched files on disk at the same time, before the server stores them. */
const MAX_FETCHED_FILES = 16

interface Bringing {
  archive: Pick<Archive, 'has' | 'unpack'> | undefined
  media: readonly MediaEntry[]
  issues: Issues
}

/** The media as the bucket will have them, and the new names of media whose files the bucket stores. */
export interface BroughtMedia {
  media: MediaEntry[]
  names: ReadonlyMap<string, string>
}

/**
 * Asks the server to store media files that the bucket lacks: those in the zip and, on request, those on other servers.
 * Names are made unique, since each name on a server refers to one file.
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
  const mediaEntries: MediaEntry[] = []
  for (let at = 0; at < media.length; at += SOME) {
    const some = media.slice(at, at + SOME)
    const there = await database.read(task.bucketId, (db) =>
      mediaAmong(
        db,
        task.bucketId,
        some.flatMap((entry) => [entry.name, ...(fetchedNameOf(entry) ?? [])]),
      ),
    )
    const taken = new Map<MediaEntry, MediaEntry>()
    const toFetch: MediaEntry[] = []
    for (const entry of some) {
      throwIfCancelled()
      const [fetched] = fetchedNameOf(entry) ?? []
      if (there.has(entry.name)) continue
      if (archive?.has(entry.name)) taken.set(entry, await takeFile(archive, entry))
      // An earlier import has fetched the file.
      else if (fetched !== undefined && there.has(fetched))
        taken.set(entry, { ...entry, name: fetched, location: null })
      else if (fetched !== undefined && fetchesMedia && !isDry) toFetch.push(entry)
    }
    for (let from = 0; from < toFetch.length; from += MAX_FETCHED_FILES) {
      throwIfCancelled()
      await fetchSome(toFetch.slice(from, from + MAX_FETCHED_FILES), taken)
    }
    for (const entry of some) {
      const current = taken.get(entry) ?? entry
      if (current.name !== entry.name) names.set(entry.name, current.name)
      mediaEntries.push(current)
    }
  }
  return { media: mediaEntries, names }

  /** The name that a media on another server gets when its file is fetched. */
  function fetchedNameOf({ location, name, original_name }: MediaEntry): [string] | undefined {
    if (location === null || new URL(location).host === publicHost) return undefined
    return [fetchedName(task.bucketId, addressOf({ location, name }), original_name)]
  }

  /** Sends files to the server, which returns an answer for each (`withIncomingMedia`). */
  async function ask(files: readonly IncomingMedia[]): Promise<readonly MediaTaken[]> {
    return (await thread.ask(files)) as readonly MediaTaken[]
  }

  async function takeFile(from: Pick<Archive, 'unpack'>, entry: MediaEntry): Promise<MediaEntry> {
    const path = task.mediaFile
    const { original_name: name, type, sha256 } = entry
    try {
      const unpacked = await from.unpack(entry.name, path)
      if (sha256 !== null && unpacked.sha256 !== sha256) {
        const words = `media/${entry.name} is not the file that the bucket.json of the zip describes: their hashes differ.`
        throw new Failure('invalid', `${words} Nothing was imported.`)
      }
      const [file] = await ask([{ path, name, type, isDry }])
      const id = newId()
      return withFile(entry, file, `${id}-${safeName(name)}`, id)
    } finally {
      await rm(path, { force: true })
    }
  }

  async function fetchSome(
    entries: readonly MediaEntry[],
    taken: Map<MediaEntry, MediaEntry>,
  ): Promise<void> {
    const files = entries.map(({ location, name, original_name, type }, n) => ({
      path: `${task.mediaFile}.${n}.staging`,
      url: addressOf({ location: location ?? '', name }),
      name: original_name,
      type,
      isDry,
    }))
    try {
      for (const [n, file] of (await ask(files)).entries()) {
        const entry = entries[n]
        if (!entry) continue
        const [name = entry.name] = fetchedNameOf(entry) ?? []
        if (file && 'reason' in file) issues.addUnfetched(files[n]?.url ?? '', file.reason)
        else taken.set(entry, withFile(entry, file, name, newId()))
      }
    } finally {
      for (const { path } of files) await rm(path, { force: true })
    }
  }
}

/** Returns a media with the file that the server stored. */
function withFile(entry: MediaEntry, taken: MediaTaken, name: string, id: string): MediaEntry {
  if (!taken || 'reason' in taken) return { ...entry, location: null }
  if ('existingName' in taken) return { ...entry, name: taken.existingName, location: null }
  return { ...entry, id, name, location: null, file: taken.file }
}
