import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'

import { onFirstUse } from '../on-first-use.ts'
import { Failure } from './failure.ts'

/**
 * Which addresses of others the server connects to: HTTP or HTTPS at their usual ports, and of the public internet only, so that no
 * one reaches through the server what is near to it.
 */
export interface SafeAddresses {
  /** @throws Failure `invalid` for an address that is refused as it stands; a name may still lead to one that is */
  assertSafe(address: string): void
  /** Resolves names for the sockets, which connect to what was checked. */
  readonly lookup: LookupFunction
}

/** Whether an address is one of the public internet, also where it is an IPv4 one within an IPv6 one. */
export function isPublicAddress(address: string): boolean {
  const { ipaddr } = onFirstUse
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/** Whether an address is public, or in a network that the operator allows. */
export const isPublicOrIn =
  (networks: readonly string[]) =>
  (address: string): boolean => {
    if (isPublicAddress(address)) return true
    const { ipaddr } = onFirstUse
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return networks.some((network) => {
      const range = ipaddr.parseCIDR(network)
      return range[0].kind() === parsed.kind() && parsed.match(range)
    })
  }

/** @param isReachable whether it may connect to an IP address */
export function createSafeAddresses(isReachable: (address: string) => boolean): SafeAddresses {
  /** Servers in networks of one's own have ports of their own. */
  const isAnyPort = isReachable !== isPublicAddress

  return {
    assertSafe(address) {
      const url = URL.canParse(address) ? new URL(address) : undefined
      if (!url || !/^https?:$/.test(url.protocol))
        throw cannot('its address is none of http or https')
      if (url.username !== '' || url.password !== '')
        throw cannot('its address holds a user or a password')
      if (url.port !== '' && !isAnyPort) throw cannot('its address names a port')
      const host = url.hostname.replace(/^\[|\]$/g, '')
      // No name is looked up for these.
      if (isIP(host) !== 0 && !isReachable(host)) throw new Unreachable()
    },

    // What an own name server may answer is a public address for the check and another one after: the socket connects to what was checked.
    lookup(host, options, done) {
      resolve(host, { ...options, all: true }, (problem, addresses) => {
        if (problem) return done(problem, '', 0)
        const refused = addresses.find(({ address }) => !isReachable(address))
        const [first] = addresses
        if (refused || !first) return done(new Unreachable(), '', 0)
        if (options.all) return done(null, addresses)
        done(null, first.address, first.family)
      })
    },
  }
}

class Unreachable extends Failure {
  constructor() {
    super('invalid', 'its address is not one of the public internet.')
  }
}

export const cannot = (why: string) => new Failure('invalid', `${why}.`)

/** Why nothing came back, as a Failure; other errors as they are. */
export function whyUnanswered(reason: unknown, isLate: boolean, timeoutMs: number): unknown {
  if (reason instanceof Failure) return reason
  if (isLate) return new Failure('timeout', `it took longer than ${timeoutMs / 1000} s.`)
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : ''
  const cause = reason instanceof Error ? reason.cause : undefined
  if (cause instanceof Failure) return cause
  return cannot(`its server cannot be reached${code ? ` (${code})` : ''}`)
}
