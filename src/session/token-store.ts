import type { Unsubscribe } from '@typecase/plugin-sdk/subscribe'

/** Name of the cookie and of the key in `localStorage` (specification section 9). */
const NAME = 'token'
/** In seconds. The server ends a session after 30 days in any case. */
const MAX_AGE = 30 * 24 * 60 * 60

/** The storage of the bearer token. The cookie decides: without it, no one is signed in. */
export interface TokenStore {
  read(): string | undefined
  write(token: string): void
  clear(): void
  /** Calls the listener when another tab signs in or out. */
  onOtherTab(listener: (token: string | undefined) => void): Unsubscribe
}

export interface TokenStoreParts {
  readonly document: Pick<Document, 'cookie'>
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly isSecure: boolean
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>
}

/**
 * Creates the token store, the only code that touches the cookie and the key. Scripts must be able to read the cookie,
 * since the specification sends the token as a bearer token; the server never accepts the cookie as authentication.
 */
export function createTokenStore(parts: TokenStoreParts): TokenStore {
  const { document, localStorage, isSecure, window } = parts

  function setCookie(value: string, maxAge: number): void {
    const secure = isSecure ? '; Secure' : ''
    document.cookie = `${NAME}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAge}; SameSite=Strict${secure}`
  }

  function inCookie(): string | undefined {
    const pair = document.cookie.split('; ').find((one) => one.startsWith(`${NAME}=`))
    const value = pair?.slice(NAME.length + 1)
    return value ? decode(value) : undefined
  }

  /** Changes `localStorage`, which may be full or switched off. The cookie alone is then sufficient. */
  function tryStorage(change: () => void): void {
    try {
      change()
    } catch {
      // The cookie holds the token.
    }
  }

  return {
    read: inCookie,
    write(token) {
      setCookie(token, MAX_AGE)
      tryStorage(() => localStorage.setItem(NAME, token))
    },
    clear() {
      setCookie('', 0)
      tryStorage(() => localStorage.removeItem(NAME))
    },
    onOtherTab(listener) {
      function handle({ key, newValue }: StorageEvent): void {
        // Without a key, the whole storage was cleared.
        if (key === NAME || key === null) listener((key && newValue) || undefined)
      }
      window.addEventListener('storage', handle)
      return () => window.removeEventListener('storage', handle)
    },
  }
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
