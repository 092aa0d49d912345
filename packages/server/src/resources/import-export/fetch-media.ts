import { MAX_LATE_FILES } from '../../limits.ts'
import { Failure } from '../../http/failure.ts'
import type { SafeFetch } from '../../http/safe-fetch.ts'
import { safeName } from '../media-upload/safe-name.ts'
import { foreignId } from './formats/format.ts'

/** Limits for fetching media from other servers. */
const defaults = {
  /** Maximum size of a file, in bytes. */
  maxBytes: 100_000_000,
  /** Timeout for one file. */
  timeoutMs: 60_000,
  /** Total time for all files of a job. */
  importMs: 30 * 60_000,
}

/** Number of files that are fetched at the same time. */
const AT_ONCE = 4

/** Error codes that concern a single media; fetching continues with the next one. */
const UNFETCHED: ReadonlySet<string> = new Set(['invalid', 'too_large', 'timeout', 'not_found'])

/** Whether an error concerns a single media rather than all of them. */
export const isOfOneMedia = (reason: unknown): reason is Failure =>
  reason instanceof Failure && UNFETCHED.has(reason.code)

/** A file on another server, and the path to fetch it to. */
export interface FileToFetch {
  url: string
  path: string
}

/** The type of a fetched file, or why it was not fetched. */
export type FetchResult = { type: string } | { failure: Failure }

/** Fetches several files. @throws for an error that concerns more than one file */
export type MediaFetch = (
  files: readonly FileToFetch[],
  signal: AbortSignal,
) => Promise<FetchResult[]>

/** The address of a media on another server. */
export const addressOf = ({ location, name }: { location: string; name: string }): string =>
  `${location}/${encodeURIComponent(name)}`

/**
 * Returns the name of a media whose file was fetched: constant for all imports into a bucket, unique to that bucket.
 */
export const fetchedName = (bucketId: string, address: string, original: string): string =>
  `${foreignId('media', bucketId, address)}-${safeName(original)}`

/** Fetches the media of one job within a time limit, and gives up on slow hosts. */
export function createMediaFetch(
  fetch: SafeFetch,
  { maxBytes, timeoutMs, importMs }: typeof defaults = defaults,
): MediaFetch {
  const lateOnes = new Map<string, number>()
  let spentMs = 0

  async function fetchOne({ url, path }: FileToFetch, signal: AbortSignal): Promise<FetchResult> {
    const { host } = new URL(url)
    const lateCount = lateOnes.get(host) ?? 0
    try {
      if (lateCount >= MAX_LATE_FILES)
        throw new Failure('timeout', `${host} was too slow for ${MAX_LATE_FILES} other files.`)
      const remainingMs = Math.floor(importMs - spentMs)
      if (remainingMs <= 0)
        throw new Failure('timeout', `fetching took this import ${importMs / 60_000} minutes.`)
      const limits = { maxBytes, timeoutMs: Math.min(timeoutMs, remainingMs) }
      return { type: await fetch(url, { path, signal, ...limits }) }
    } catch (failure) {
      if (!isOfOneMedia(failure)) throw failure
      if (failure.code === 'timeout') lateOnes.set(host, lateCount + 1)
      return { failure }
    }
  }

  return async function fetchMedia(files, signal) {
    const start = performance.now()
    const results: FetchResult[] = []
    // All loops take files from the same queue.
    const queue = files.entries()
    async function takeTurns(): Promise<void> {
      for (const [at, file] of queue) results[at] = await fetchOne(file, signal)
    }
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, takeTurns))
    } finally {
      spentMs += performance.now() - start
    }
    return results
  }
}
