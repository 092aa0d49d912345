import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'

import type * as Undici from 'undici'

import { onFirstUse } from '../on-first-use.ts'
import { Failure } from './failure.ts'
import { isInRange, isPublicAddress } from './public-address.ts'

/** The network of an address: `private` is any range that the operator allows, even a public one. */
export type Network = 'public' | 'private'

/**
 * Addresses that the server may connect to, so that users cannot reach its internal network through it: HTTP or HTTPS
 * on the public internet at the default ports, and networks that the operator allows, at any port.
 */
export interface SafeAddresses {
  /**
   * @throws Failure `invalid` for an address that is refused as written; a name may still resolve to a refused address
   */
  assertSafe(address: string): void
  /**
   * Creates a function that opens the sockets of an agent. Each name is resolved once for both the check and the
   * connection, so that a name server cannot give two different answers.
   * @param only refuses addresses of the other network; with `public`, a private one fails as `PrivateAddress`
   */
  connector(timeoutMs: number, only?: Network): Undici.buildConnector.connector
}

/** An address that the public agent refuses and the private one may connect to. */
export class PrivateAddress extends Failure {
  constructor() {
    super('invalid', 'its address is in a private network.')
  }
}

interface Reach {
  /** Ranges of addresses that the operator allows. */
  readonly networks?: readonly string[]
  /** Whether an address is on the public internet; tests treat addresses of this machine as public. */
  readonly isPublic?: (address: string) => boolean
  /** @param port empty for the default port of the scheme */
  readonly isPublicPort?: (port: string) => boolean
}

export function createSafeAddresses({
  networks = [],
  isPublic = isPublicAddress,
  isPublicPort = (port) => port === '',
}: Reach = {}): SafeAddresses {
  function networkOf(address: string): Network | undefined {
    if (networks.some((network) => isInRange(address, network))) return 'private'
    return isPublic(address) ? 'public' : undefined
  }

  /** The reason why a connection is refused; undefined if it is allowed. */
  function refusal(network: Network | undefined, port: string, only?: Network) {
    if (network === 'private') return only === 'public' ? new PrivateAddress() : undefined
    if (network === undefined || only === 'private') return new Unreachable()
    return isPublicPort(port) ? undefined : cannot('its address names a port')
  }

  const lookupAt = (port: string, only: Network | undefined): LookupFunction =>
    function lookup(host, options, done) {
      resolve(host, { ...options, all: true }, (problem, addresses) => {
        if (problem) return done(problem, '', 0)
        if (addresses.some(({ address }) => networkOf(address) === undefined))
          return done(new Unreachable(), '', 0)
        const inPrivate = addresses.filter(({ address }) => networkOf(address) === 'private')
        const [network, usable] =
          inPrivate.length > 0
            ? (['private', inPrivate] as const)
            : (['public', addresses] as const)
        const failure = refusal(network, port, only)
        const [first] = usable
        if (failure || !first) return done(failure ?? new Unreachable(), '', 0)
        if (options.all) return done(null, usable)
        done(null, first.address, first.family)
      })
    }

  return {
    assertSafe(address) {
      const url = URL.canParse(address) ? new URL(address) : undefined
      if (!url || !/^https?:$/.test(url.protocol))
        throw cannot('its address is neither http nor https')
      if (url.username !== '' || url.password !== '')
        throw cannot('its address holds a user or a password')
      const { port } = url
      // Only the lookup of a name shows whether it leads to a private network.
      if (networks.length === 0 && !isPublicPort(port)) throw cannot('its address names a port')
      const host = url.hostname.replace(/^\[|\]$/g, '')
      const failure = isIP(host) === 0 ? undefined : refusal(networkOf(host), port)
      if (failure) throw failure
    },

    connector(timeout, only) {
      const connect = (port: string) =>
        onFirstUse.undici.buildConnector({ timeout, lookup: lookupAt(port, only) })
      const [atUsualPort, atOtherPort] = [connect(''), connect('other')]
      return (options, done) => {
        const { hostname, port } = options
        // IP addresses need no lookup.
        const failure = isIP(hostname) === 0 ? undefined : refusal(networkOf(hostname), port, only)
        if (failure) return done(failure, null)
        ;(port === '' ? atUsualPort : atOtherPort)(options, done)
      }
    },
  }
}

class Unreachable extends Failure {
  constructor() {
    super('invalid', 'its address is not one of the public internet.')
  }
}

export const cannot = (why: string) => new Failure('invalid', `${why}.`)

/** Converts a failed connection to a Failure; Failures are returned unchanged. */
export function toFetchFailure(reason: unknown, isLate: boolean, timeoutMs: number): unknown {
  if (reason instanceof Failure) return reason
  if (isLate) return new Failure('timeout', `it took longer than ${timeoutMs / 1000} s.`)
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : ''
  const cause = reason instanceof Error ? reason.cause : undefined
  if (cause instanceof Failure) return cause
  return cannot(`its server cannot be reached${code ? ` (${code})` : ''}`)
}
