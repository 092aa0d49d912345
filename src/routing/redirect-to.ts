const MAX_LENGTH = 2_048
const MAX_DECODINGS = 6
/** An arbitrary origin, used to test whether a path stays on it. */
const ORIGIN = 'https://here.invalid'
/** Pages that start a session. Redirecting to them after signing in would loop. */
const entrances = /^\/(login|signup|2fa|forgot-password|verify-email|auth)(\/|$)/i

/**
 * Returns the path of this app to open after signing in, or undefined for any other text: another site, a script, or a
 * sign-in page. Called when the path is stored and again when it is used.
 * @returns the path as normalised by the browser, never the original text
 */
export function safeRedirect(value: unknown): `/${string}` | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !isPlainPath(value))
    return undefined
  if (!isPlainWhenDecoded(value)) return undefined
  const url = parse(value)
  if (!url || url.origin !== ORIGIN || url.username || url.password) return undefined
  const path = `${url.pathname}${url.search}${url.hash}`
  if (!isPlainPath(path) || !isPlainWhenDecoded(path)) return undefined
  if (entrances.test(fullyDecoded(url.pathname) ?? '')) return undefined
  return path as `/${string}`
}

/** Whether the text starts with exactly one slash, and has no characters that browsers convert to a slash or remove. */
function isPlainPath(text: string): boolean {
  return (
    text.startsWith('/') &&
    !text.startsWith('//') &&
    !text.includes('\\') &&
    !hasControl(text) &&
    // `/javascript:…` and `/https:…` are harmless on their own, but never well-intentioned.
    !/^\/+\s*[a-z][a-z0-9+.-]*:/i.test(text)
  )
}

function hasControl(text: string): boolean {
  // Includes the invisible separators that editors and logs hide.
  return /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060\ufeff]/u.test(text)
}

/**
 * Whether the path stays plain when decoded repeatedly, as another server may do. The query is data and kept unchanged.
 */
function isPlainWhenDecoded(value: string): boolean {
  let path = value.split(/[?#]/, 1)[0] ?? ''
  for (let count = 0; count < MAX_DECODINGS; count++) {
    const next = decode(path)
    if (next === undefined) return false
    if (next === path) return true
    if (!isPlainPath(next)) return false
    path = next
  }
  return false
}

function fullyDecoded(path: string): string | undefined {
  let text: string | undefined = path
  for (let count = 0; count < MAX_DECODINGS && text !== undefined; count++) text = decode(text)
  return text
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function parse(path: string): URL | undefined {
  try {
    return new URL(path, ORIGIN)
  } catch {
    return undefined
  }
}
