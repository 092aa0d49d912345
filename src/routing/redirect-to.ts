const MAX_LENGTH = 2_048
const MAX_DECODINGS = 6
/** Any origin will do: the question is only whether a path stays on it. */
const ORIGIN = 'https://here.invalid'
/** Pages that begin a session; going there after signing in leads in circles. */
const entrances = /^\/(login|signup|2fa|forgot-password|verify-email|auth)(\/|$)/i

/**
 * A path of this app to go to after signing in, or undefined when the text is anything else: another
 * site, a script, or a page of the sign-in. Applied when it is stored and again when it is used.
 * @returns the path as the browser itself writes it, never the text that was given
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

/** Exactly one slash in front, nothing that a browser turns into one, nothing that it leaves out. */
function isPlainPath(text: string): boolean {
  return (
    text.startsWith('/') &&
    !text.startsWith('//') &&
    !text.includes('\\') &&
    !hasControl(text) &&
    // `/javascript:…`, `/https:…`: harmless by itself, never meant well.
    !/^\/+\s*[a-z][a-z0-9+.-]*:/i.test(text)
  )
}

function hasControl(text: string): boolean {
  // Also the invisible separators that editors and logs hide.
  return /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060\ufeff]/u.test(text)
}

/** Another server may decode once more than we do. The query is data and is kept verbatim. */
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
