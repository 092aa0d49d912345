import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

import type * as Undici from 'undici'

import { MAX_REDIRECTS, MIN_FETCHED_BYTES } from '../limits.ts'
import { onFirstUse } from '../on-first-use.ts'
import { isDiskFull } from '../storage/disk-full.ts'
import { Failure } from './failure.ts'
import { cannot, type SafeAddresses, toFetchFailure } from './safe-addresses.ts'

export interface Fetching {
  /** Path of the file to write. */
  path: string
  signal: AbortSignal
  maxBytes: number
  /** Covers the whole fetch, redirects included. */
  timeoutMs: number
  /** Time in which a server must send `MIN_FETCHED_BYTES`; 10 s by default. */
  slowMs?: number
}

/**
 * Fetches an address that a user entered, if `SafeAddresses` allows it. Sends no cookies or credentials.
 * @returns the MIME type in the response
 * @throws Failure `invalid` if it may not or cannot be fetched, `too_large`, `timeout`
 */
export type SafeFetch = (address: string, request: Fetching) => Promise<string>

const TOO_SLOW = 'its server sends too slowly.'

export function createSafeFetch({ assertSafe, connector }: SafeAddresses): SafeFetch {
  let agent: Undici.Agent | undefined

  return async function safeFetch(address, { path, signal, maxBytes, timeoutMs, slowMs = 10_000 }) {
    const { Agent, request } = onFirstUse.undici
    agent ??= new Agent({ connect: connector(timeoutMs), connections: 4 })
    const ended = AbortSignal.timeout(timeoutMs)
    let url = address
    try {
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        assertSafe(url)
        const answer = await request(url, {
          dispatcher: agent,
          signal: AbortSignal.any([signal, ended]),
          headers: { accept: '*/*' },
        })
        const { statusCode: status, headers, body } = answer
        const { location } = headers
        if (status >= 300 && status < 400 && typeof location === 'string') {
          await body.dump()
          if (!URL.canParse(location, url)) throw cannot('its server redirects to no address')
          url = new URL(location, url).href
          continue
        }
        if (status !== 200) {
          await body.dump()
          throw cannot(`its server answers ${status}`)
        }
        let size = Number(headers['content-length'] ?? 0)
        const tooLarge = () =>
          new Failure('too_large', `it is larger than ${Math.floor(maxBytes / 1e6)} MB.`)
        if (size > maxBytes) {
          // Ignore the abort error, since the body is discarded.
          body.on('error', () => {}).destroy()
          throw tooLarge()
        }
        size = 0
        let sizeBefore = 0
        const slow = new AbortController()
        const watch = setInterval(() => {
          if (size - sizeBefore < MIN_FETCHED_BYTES) slow.abort(new Failure('timeout', TOO_SLOW))
          sizeBefore = size
        }, slowMs)
        await pipeline(
          body,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              size += chunk.length
              if (size > maxBytes) throw tooLarge()
              yield chunk
            }
          },
          createWriteStream(path, { mode: 0o600 }),
          { signal: slow.signal },
        )
          .catch((reason: unknown) => {
            slow.signal.throwIfAborted()
            throw reason
          })
          .finally(() => clearInterval(watch))
        return String(headers['content-type'] ?? 'application/octet-stream').split(';', 1)[0] ?? ''
      }
      throw cannot(`its server redirects more than ${MAX_REDIRECTS} times`)
    } catch (reason) {
      signal.throwIfAborted()
      throw isDiskFull(reason) ? reason : toFetchFailure(reason, ended.aborted, timeoutMs)
    }
  }
}
