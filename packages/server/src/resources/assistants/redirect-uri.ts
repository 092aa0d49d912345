const MAX_CHARACTERS = 1000

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

/** Schemes that run code in the browser, or that programs do not register for themselves. */
const FORBIDDEN_SCHEMES =
  /^(?:javascript|data|vbscript|file|blob|filesystem|about|view-source|ws|wss|ftp|mailto|tel|sms|intent):$/

/**
 * Returns the reason why a client may not be redirected to an address. It must use HTTPS, the loopback address, or a
 * scheme that a program on the person's machine registered (RFC 8252).
 */
export function whyNotRedirectUri(address: string): string | undefined {
  if (address.length > MAX_CHARACTERS) return `is longer than ${MAX_CHARACTERS} characters`
  if (!URL.canParse(address) || /[\s\\]/.test(address)) return 'is not an absolute URL'
  const { protocol, hostname, hash, username, password } = new URL(address)
  if (hash !== '' || address.includes('#')) return 'has a fragment'
  if (username !== '' || password !== '') return 'has a user name'
  if (protocol === 'http:' && !LOOPBACK.includes(hostname))
    return 'uses HTTP on another host than the loopback address'
  return FORBIDDEN_SCHEMES.test(protocol) ? `has the scheme ${protocol}` : undefined
}

/**
 * Whether a client may be redirected to an address, which it must have registered; on the loopback address, any port
 * will do.
 */
export const isRegistered = (address: string, registered: readonly string[]): boolean =>
  whyNotRedirectUri(address) === undefined &&
  registered.some((one) => one === address || withoutPort(one) === withoutPort(address))

/**
 * Removes the port from an address on the loopback interface, since programs choose it when they start (RFC 8252 §7.3).
 */
function withoutPort(address: string): string | undefined {
  const url = new URL(address)
  if (url.protocol !== 'http:') return address
  url.port = ''
  return url.href
}

/** Returns the name by which people know a client: its host, or the scheme of a program on their machine. */
export function describeRedirect(address: string): string {
  const { protocol, host } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1)
}
