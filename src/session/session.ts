import type { QueryClient } from '@tanstack/react-query'
import { getUser, logout as logoutEndpoint, type User } from '@typecase/contract/users'
import type { ApiService, SessionService } from '@typecase/plugin-sdk/services'

import { ApiError } from '../api/api-error.ts'
import type { Atoms } from '../kernel/store.ts'
import { sessionAtom } from './session-state.ts'
import type { TokenStore } from './token-store.ts'

/** The message when the stored token is not valid (specification section 8). */
const SESSION_FAILURE = 'Something went wrong'

export interface SessionParts {
  readonly store: Atoms
  readonly tokens: TokenStore
  readonly api: Pick<ApiService, 'call'>
  readonly queries: Pick<QueryClient, 'clear' | 'cancelQueries' | 'invalidateQueries'>
  /** The account's data stored in this browser. */
  readonly storage: { belongTo(account: string): void; clear(): void }
  /** Opens the page that a user sees after signing in. */
  readonly enter: () => Promise<void>
  /** Opens the sign-in page. */
  readonly leave: () => Promise<void>
  /** Opens the sign-in page, with a link back to the current page. */
  readonly onExpiry: () => Promise<void>
  readonly notify: (message: string) => void
}

/** The session with the methods that only the core uses. */
export interface SessionController extends SessionService {
  /** Fetches the user of the stored token. Resolves when the result is known, whether or not a user is signed in. */
  start(): Promise<void>
  /** Resolves when `start` has finished; at once when there is nothing to fetch. */
  ready(): Promise<void>
  /** Handles the server's rejection of this token. */
  expire(token: string): void
  /** Records that the welcome was shown. */
  welcome(): void
}

export function createSession(parts: SessionParts): SessionController {
  const { store, tokens, api, queries, storage, enter, leave, onExpiry: expired, notify } = parts
  let starting: Promise<void> = Promise.resolve()

  function end(): void {
    tokens.clear()
    forgetUser()
  }

  /** Discards the user and all data that was read with the user's permissions. */
  function forgetUser(): void {
    store.set(sessionAtom, { type: 'LOGOUT' })
    void queries.cancelQueries()
    queries.clear()
  }

  function begin(user: User): void {
    storage.belongTo(user.id)
    store.set(sessionAtom, { type: 'SAVE_USER', user })
  }

  async function fetchUser(): Promise<void> {
    const token = tokens.read()
    if (!token) return
    store.set(sessionAtom, { type: 'LOADING_TRUE' })
    try {
      const { user } = await api.call(getUser, {}).catch(onceMore)
      // Another tab may have signed in or out meanwhile.
      if (tokens.read() === token) begin(user)
    } catch {
      end()
      notify(SESSION_FAILURE)
    } finally {
      store.set(sessionAtom, { type: 'LOADING_FALSE' })
    }
  }

  /** Tries once more, as section 9 requires of every call, unless the server refused the call. */
  function onceMore(error: unknown) {
    const isRefused = error instanceof ApiError && error.code !== 'unavailable'
    if (isRefused) throw error
    return api.call(getUser, {})
  }

  const session: SessionController = {
    getSnapshot: () => store.get(sessionAtom),
    subscribe: (listener) => store.sub(sessionAtom, listener),
    start: () => (starting = fetchUser()),
    ready: () => starting,
    async signIn({ user, token }, { isStaying = false } = {}) {
      const { hasEnded, data } = store.get(sessionAtom)
      const isBack = hasEnded && data?.id === user.id
      // Otherwise the cached data belongs to another user or to no one.
      if (!isBack) queries.clear()
      tokens.write(token)
      begin(user)
      // The page stays the same. It refetches the data that failed to load after the session had ended.
      if (isBack) void queries.invalidateQueries()
      else if (!isStaying) await enter()
    },
    saveUser: (user) => store.set(sessionAtom, { type: 'SAVE_USER', user }),
    welcome: () => store.set(sessionAtom, { type: 'USER_WELCOMED' }),
    async logout({ isSilent = false } = {}) {
      // Best effort: without this call the session ends on the server when it expires.
      if (tokens.read()) void api.call(logoutEndpoint, {}).catch(() => undefined)
      end()
      // The server's response asks the browser to clear its storage too, but browsers ignore that over plain http.
      storage.clear()
      if (!isSilent) await leave()
    },
    expire(token) {
      // The response to a call of an earlier session says nothing about this one.
      if (tokens.read() !== token) return
      // No further call uses the token, even while `start` is still fetching its user.
      tokens.clear()
      const { isLoggedIn, data } = store.get(sessionAtom)
      if (!isLoggedIn) return
      store.set(sessionAtom, { type: 'SESSION_ENDED' })
      // Support is signed in to another user's account and does not know its password, so it cannot sign in again here.
      if (data?.support) void session.leaveEnded()
    },
    async leaveEnded() {
      end()
      await expired()
    },
  }

  /** Handles a sign-in in another tab while this tab is signed in: all calls from here on use the new token. */
  async function follow(): Promise<void> {
    const { data: before, hasEnded } = store.get(sessionAtom)
    const { user } = await api.call(getUser, {})
    // The same user signed in again, for example after a password change: the screen stays unchanged.
    if (user.id === before?.id) {
      store.set(sessionAtom, { type: 'SAVE_USER', user })
      if (hasEnded) void queries.invalidateQueries()
      return
    }
    forgetUser()
    begin(user)
    await enter()
  }

  tokens.onOtherTab((token) => {
    const { isLoggedIn } = store.get(sessionAtom)
    // If the token is not valid, the failed call ends the session.
    if (token && isLoggedIn) void follow().catch(() => undefined)
    else if (token) {
      void session.start().then(() => (store.get(sessionAtom).isLoggedIn ? enter() : undefined))
    } else if (isLoggedIn) {
      end()
      void leave()
    }
  })
  return session
}
