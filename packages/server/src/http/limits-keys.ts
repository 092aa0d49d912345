import { createHash } from 'node:crypto'

/**
 * The account that attempts on an address count for: case, spaces around it and a `+tag` make no new one
 * (reliability A3). Wider than the account itself, so only for limits.
 */
export function accountKey(email: string): string {
  const [local = '', ...rest] = email.normalize('NFKC').trim().toLowerCase().split('@')
  return [local.replace(/\+.*$/s, ''), ...rest].join('@')
}

/** The network that attempts from an address count for: an IPv6 host owns at least a /64, so that is one. */
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
 * The wider networks of an IPv6 address, the widest first: a /48 is the most that one customer of a provider has, a /32
 * the range of a provider. IPv4 addresses have none: each of them costs money.
 */
export function widerNetworks(ip: string): readonly string[] {
  const key = ipKey(ip)
  if (!key.includes(':')) return []
  const groups = key.split(':')
  return [2, 3].map((count) => `${groups.slice(0, count).join(':')}::/${count * 16}`)
}

const groupsOf = (text: string): string[] =>
  text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, ''))

/** The database's form of a key, without addresses and e-mail addresses. */
export const hashKey = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url')
