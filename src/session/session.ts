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
  /** The account's data in this browser. */
  readonly storage: { belongTo(account: string): void; clear(): void }
  /** Goes where someone goes who has just signed in. */
  readonly enter: () => Promise<void>
  /** Goes to the sign-in page. */
  readonly leave: () => Promise<void>
  /** Goes to the sign-in page, with the way back. */
  readonly expired: () => Promise<void>
  readonly notify: (message: string) => void
}

/** The session, with what only the core does with it. */
export interface SessionController extends SessionService {
  /** Fetches the user of the stored token. Resolves when it is known who is signed in, if anybody. */
  start(): Promise<void>
  /** Resolves when `start` is through; at once when there is nothing to fetch. */
  ready(): Promise<void>
  /** The server rejected this token. */
  expire(token: string): void
  /** The welcome was shown. */
  welcome(): void
}

export function createSession(parts: SessionParts): SessionController {
  const { store, tokens, api, queries, storage, enter, leave, expired, notify } = parts
  let starting: Promise<void> = Promise.resolve()

  function end(): void {
    tokens.clear()
    forgetUser()
  }

  /** Forgets the user and everything that was read in the user's name. */
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
      // Another tab may have signed in or out since.
      if (tokens.read() === token) begin(user)
    } catch {
      end()
      notify(SESSION_FAILURE)
    } finally {
      store.set(sessionAtom, { type: 'LOADING_FALSE' })
    }
  }

  /** The general rule of one further attempt (section 9); a refusal stays one. */
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
      // Data in the cache belongs to someone else, or to no one.
      if (!isBack) queries.clear()
      tokens.write(token)
      begin(user)
      // The page is unchanged; it now reads what failed during the interruption.
      if (isBack) void queries.invalidateQueries()
      else if (!isStaying) await enter()
    },
    saveUser: (user) => store.set(sessionAtom, { type: 'SAVE_USER', user }),
    welcome: () => store.set(sessionAtom, { type: 'USER_WELCOMED' }),
    async logout({ isSilent = false } = {}) {
      // Best effort: without an answer the server ends the session by itself some day.
      if (tokens.read()) void api.call(logoutEndpoint, {}).catch(() => undefined)
      end()
      // The server's answer asks the browser for the same, which refuses it on plain http.
      storage.clear()
      if (!isSilent) await leave()
    },
    expire(token) {
      // An answer to a call of an earlier session says nothing about this one.
      if (tokens.read() !== token) return
      // Nothing more is sent with it, also while it is still being asked whose it is.
      tokens.clear()
      const { isLoggedIn, data } = store.get(sessionAtom)
      if (!isLoggedIn) return
      store.set(sessionAtom, { type: 'SESSION_ENDED' })
      // Support looks at the account of someone else, who alone knows its password.
      if (data?.support) void session.leaveEnded()
    },
    async leaveEnded() {
      end()
      await expired()
    },
  }

  /** Another tab signed in while you are logged in here: from now on all calls go out in the new name. */
  async function follow(): Promise<void> {
    const { data: before, hasEnded } = store.get(sessionAtom)
    const { user } = await api.call(getUser, {})
    // The same one again, as after a new password: what is on screen stays.
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
    // A token of no use ends the session by itself.
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
