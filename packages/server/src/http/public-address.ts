import type Ipaddr from 'ipaddr.js'

import { onFirstUse } from '../on-first-use.ts'

/** The only range of IPv6 that IANA has assigned to the internet. */
const GLOBAL_UNICAST = ['2000::', 3] as const

/** Whether an IP address is on the public internet. An IPv6 address that embeds an IPv4 address is not. */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address)
  if (parsed?.range() !== 'unicast') return false
  if (isV4(parsed)) return true
  const { IPv6 } = onFirstUse.ipaddr
  const [prefix, bits] = GLOBAL_UNICAST
  return parsed.match(IPv6.parse(prefix), bits) && !isIsatap(parsed)
}

/** Whether an IP address is in a range such as `10.1.0.0/16`. */
export function isInRange(address: string, range: string): boolean {
  const parsed = parse(address)
  const [first, bits] = onFirstUse.ipaddr.parseCIDR(range)
  return parsed?.kind() === first.kind() && parsed.match(first, bits)
}

/** Parses an IP address. The system connects to `::ffff:10.1.2.3` as 10.1.2.3, so that is parsed as IPv4. */
function parse(address: string): Ipaddr.IPv4 | Ipaddr.IPv6 | undefined {
  const { ipaddr } = onFirstUse
  const [host = ''] = address.split('%', 1)
  const url = `http://[${host}]`
  // ipaddr.js reads `::10.1.2.3` as `::ffff:10.1.2.3`, unless it is written without dots, as in URLs.
  const hostname = URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : host
  return ipaddr.isValid(hostname) ? ipaddr.process(hostname) : undefined
}

const isV4 = (address: Ipaddr.IPv4 | Ipaddr.IPv6): address is Ipaddr.IPv4 =>
  address.kind() === 'ipv4'

/** Whether the host part of an address embeds an IPv4 address, with any prefix (RFC 5214). */
const isIsatap = ({ parts }: Ipaddr.IPv6): boolean =>
  (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe
