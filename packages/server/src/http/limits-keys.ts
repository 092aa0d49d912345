import { createHash } from 'node:crypto'

/**
 * Returns the account that attempts with an e-mail address count towards: case, surrounding spaces and a `+tag` make no
 * difference (reliability A3). Several accounts may share one key, so use it only for limits.
 */
export function accountKey(email: string): string {
  const [local = '', ...rest] = email.normalize('NFKC').trim().toLowerCase().split('@')
  return [local.replace(/\+.*$/s, ''), ...rest].join('@')
}

/**
 * Returns the network that attempts from an IP address count towards. An IPv6 host owns at least a /64, so that counts
 * as one.
 */
export function ipKey(ip: string): string {
  const address = ip.split('%', 1)[0] ?? ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address
  const [left = '', right = ''] = address.toLowerCase().split('::')
  const head = groupsOf(left)
  const tail = groupsOf(right)
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}

/**
 * Returns the wider networks of an IPv6 address, widest first: a /32 is the range of a provider, a /48 the most that
 * one customer of a provider gets. IPv4 addresses have none, because each of them costs money.
 */
export function widerNetworks(ip: string): readonly string[] {
  const key = ipKey(ip)
  if (!key.includes(':')) return []
  const groups = key.split(':')
  return [2, 3].map((count) => `${groups.slice(0, count).join(':')}::/${count * 16}`)
}

const groupsOf = (text: string): string[] =>
  text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, ''))

/** Returns the form of a key in the database, which contains no IP or e-mail addresses. */
export const hashKey = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url')
