import { MAX_LATE_FILES } from '../../limits.ts'
import { Failure } from '../../http/failure.ts'
import type { SafeFetch } from '../../http/safe-fetch.ts'

/** Limits for fetching media from other servers. */
const defaults = {
  /** Bytes of one file. */
  maxBytes: 100_000_000,
  /** For one file. */
  timeoutMs: 60_000,
  /** For all files of an import. */
  importMs: 30 * 60_000,
}

/** Fetches a file to a path. @returns its type @throws as `SafeFetch` */
export type MediaFetch = (url: string, path: string, signal: AbortSignal) => Promise<string>

/** Fetches the media of one import, within a time limit: a slow host is given up. */
export function createMediaFetch(
  fetch: SafeFetch,
  { maxBytes, timeoutMs, importMs }: typeof defaults = defaults,
): MediaFetch {
  const lateOnes = new Map<string, number>()
  let spentMs = 0

  return async function fetchMedia(url, path, signal) {
    const { host } = new URL(url)
    const late = lateOnes.get(host) ?? 0
    if (late >= MAX_LATE_FILES)
      throw new Failure('timeout', `${host} was too slow for ${MAX_LATE_FILES} other files.`)
    const remainingMs = Math.floor(importMs - spentMs)
    if (remainingMs <= 0)
      throw new Failure('timeout', `fetching took this import ${importMs / 60_000} minutes.`)
    const begun = performance.now()
    try {
      return await fetch(url, {
        path,
        signal,
        maxBytes,
        timeoutMs: Math.min(timeoutMs, remainingMs),
      })
    } catch (reason) {
      if (reason instanceof Failure && reason.code === 'timeout') lateOnes.set(host, late + 1)
      throw reason
    } finally {
      spentMs += performance.now() - begun
    }
  }
}
