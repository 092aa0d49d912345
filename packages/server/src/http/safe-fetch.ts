import { lookup as resolve } from 'node:dns'
import { createWriteStream } from 'node:fs'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline } from 'node:stream/promises'

import type * as Undici from 'undici'

import { onFirstUse } from '../on-first-use.ts'
import { isDiskFull } from '../storage/disk-full.ts'
import { Failure } from './failure.ts'

export interface Fetching {
  /** Where the bytes are written. */
  path: string
  signal: AbortSignal
  maxBytes: number
  /** For all of it, redirects included. */
  timeoutMs: number
}

/**
 * Fetches what somebody gave the address of, over HTTP or HTTPS at their usual ports: from public addresses only, so that no one
 * reaches through the server what is near to it. No cookie and no credential is sent.
 * @returns the type that the other server says it is
 * @throws Failure `invalid` where it may not or cannot be fetched, `too_large`, `timeout`
 */
export type SafeFetch = (address: string, asked: Fetching) => Promise<string>

const MOST_REDIRECTS = 3

/** Whether an address is one of the public internet, also where it is an IPv4 one within an IPv6 one. */
export function isPublicAddress(address: string): boolean {
  const { ipaddr } = onFirstUse
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/** @param isReachable whether it may connect to an IP address */
export function createSafeFetch(isReachable: (address: string) => boolean): SafeFetch {
  // What an own name server may answer is a public address for the check and another one after: the socket connects to what was checked.
  const lookup: LookupFunction = (host, options, done) =>
    resolve(host, { ...options, all: true }, (problem, addresses) => {
      if (problem) return done(problem, '', 0)
      const refused = addresses.find(({ address }) => !isReachable(address))
      const [first] = addresses
      if (refused || !first) return done(new Unreachable(), '', 0)
      if (options.all) return done(null, addresses)
      done(null, first.address, first.family)
    })
  /** Tests reach servers on ports of their own. */
  const isAnyPort = isReachable !== isPublicAddress
  let agent: Undici.Agent | undefined

  return async function safeFetch(address, { path, signal, maxBytes, timeoutMs }) {
    const { Agent, request } = onFirstUse.undici
    agent ??= new Agent({ connect: { lookup, timeout: timeoutMs }, connections: 4 })
    const ended = AbortSignal.timeout(timeoutMs)
    let url = address
    try {
      for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
        assertMayFetch(url)
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
          // Nobody reads it any more, so nobody is to hear that it ended early.
          body.on('error', () => {}).destroy()
          throw tooLarge()
        }
        size = 0
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
        )
        return String(headers['content-type'] ?? 'application/octet-stream').split(';', 1)[0] ?? ''
      }
      throw cannot(`its server redirects more than ${MOST_REDIRECTS} times`)
    } catch (reason) {
      signal.throwIfAborted()
      throw inWords(reason, ended.aborted, timeoutMs)
    }
  }

  function assertMayFetch(address: string): void {
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (!url || !/^https?:$/.test(url.protocol))
      throw cannot('its address is none of http or https')
    if (url.username !== '' || url.password !== '')
      throw cannot('its address holds a user or a password')
    if (url.port !== '' && !isAnyPort) throw cannot('its address names a port')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // No name is looked up for these.
    if (isIP(host) !== 0 && !isReachable(host)) throw new Unreachable()
  }
}

class Unreachable extends Failure {
  constructor() {
    super('invalid', 'its address is not one of the public internet.')
  }
}

const cannot = (why: string) => new Failure('invalid', `${why}.`)

function inWords(reason: unknown, isLate: boolean, timeoutMs: number): unknown {
  if (reason instanceof Failure) return reason
  if (isDiskFull(reason)) return reason
  if (isLate) return new Failure('timeout', `it took longer than ${timeoutMs / 1000} s.`)
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : ''
  const cause = reason instanceof Error ? reason.cause : undefined
  if (cause instanceof Failure) return cause
  return cannot(`its server cannot be reached${code ? ` (${code})` : ''}`)
}
