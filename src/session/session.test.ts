import type { User } from '@typecase/contract/users'
import { createStore } from 'jotai/vanilla'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { errorFrom, unreachable } from '../api/api-error.ts'
import { loggedOut, reduceSession } from './session-state.ts'
import { createSession } from './session.ts'

const ada = { id: '1', email: 'ada@example.org', first_login: true } as User

let token: string | undefined
let hear: (token: string | undefined) => void
const call = vi.fn<(endpoint: { id: string }) => Promise<unknown>>()
const queries = {
  invalidateQueries: vi.fn<() => Promise<void>>(),
  clear: vi.fn<() => void>(),
  cancelQueries: vi.fn<() => Promise<void>>(),
}
const storage = { belongTo: vi.fn<(account: string) => void>(), clear: vi.fn<() => void>() }
const enter = vi.fn<() => Promise<void>>()
const leave = vi.fn<() => Promise<void>>()
const expired = vi.fn<() => Promise<void>>()
const notify = vi.fn<(message: string) => void>()

beforeEach(() => {
  vi.resetAllMocks()
  token = 'abc'
  call.mockResolvedValue({ user: ada })
})

function session() {
  const store = createStore()
  const tokens = {
    read: () => token,
    write: (next: string) => void (token = next),
    clear: () => void (token = undefined),
    onOtherTab: (listener: typeof hear) => {
      hear = listener
      return () => {}
    },
  }
  const api = { call: call as never }
  const setup = createSession({
    store,
    tokens,
    api,
    queries,
    storage,
    enter,
    leave,
    onExpiry: expired,
    notify,
  })
  return { ...setup, store }
}

describe('the state of the session', () => {
  test('follows the specified transitions', () => {
    const loading = reduceSession(loggedOut, { type: 'LOADING_TRUE' })
    expect(loading).toEqual({ isLoggedIn: false, loading: true, data: null })
    const saved = reduceSession(loading, { type: 'SAVE_USER', user: ada })
    expect(saved).toEqual({ isLoggedIn: true, loading: true, data: ada })
    const done = reduceSession(saved, { type: 'LOADING_FALSE' })
    const welcomed = reduceSession(done, { type: 'USER_WELCOMED' })
    expect(welcomed.data?.first_login).toBe(false)
    expect(reduceSession(welcomed, { type: 'LOGOUT' })).toEqual(loggedOut)
  })

  test('keeps its identity when nothing changes', () => {
    expect(reduceSession(loggedOut, { type: 'LOADING_FALSE' })).toBe(loggedOut)
    expect(reduceSession(loggedOut, { type: 'USER_WELCOMED' })).toBe(loggedOut)
  })
})

describe('the first load', () => {
  test('requests no user without a token', async () => {
    token = undefined
    const setup = session()
    await setup.start()
    expect(call).not.toHaveBeenCalled()
    expect(setup.getSnapshot()).toEqual(loggedOut)
  })

  test('fetches the user of the token, and is loading until then', async () => {
    const setup = session()
    const seen: boolean[] = []
    setup.subscribe(() => seen.push(setup.getSnapshot().loading))
    await setup.start()
    expect(setup.getSnapshot()).toEqual({ isLoggedIn: true, loading: false, data: ada })
    expect(seen).toEqual([true, true, false])
    expect(setup.ready()).toBe(setup.ready())
  })

  test('ends the session if the token is invalid', async () => {
    call.mockRejectedValue(errorFrom(401, { code: 'unauthenticated', message: 'x', status: 401 }))
    const setup = session()
    await setup.start()
    expect(call).toHaveBeenCalledTimes(1)
    expect(token).toBeUndefined()
    expect(queries.clear).toHaveBeenCalled()
    expect(setup.getSnapshot()).toEqual(loggedOut)
    expect(notify).toHaveBeenCalledWith('Something went wrong')
  })

  test('retries once if the server is unreachable', async () => {
    call.mockRejectedValueOnce(unreachable())
    const setup = session()
    await setup.start()
    expect(setup.getSnapshot().isLoggedIn).toBe(true)
  })
})

describe('signing in', () => {
  test('stores the token, saves the user and enters the app', async () => {
    const setup = session()
    await setup.signIn({ user: ada, token: 'new' })
    expect(token).toBe('new')
    expect(setup.getSnapshot().data).toBe(ada)
    expect(queries.clear).toHaveBeenCalled()
    expect(enter).toHaveBeenCalledTimes(1)
  })

  test('stays on the page if requested', async () => {
    await session().signIn({ user: ada, token: 'new' }, { isStaying: true })
    expect(enter).not.toHaveBeenCalled()
  })
})

describe('ending a session', () => {
  test('by logging out informs the server, clears the data and leads to the sign-in page', async () => {
    const setup = session()
    await setup.start()
    call.mockRejectedValue(unreachable())
    await setup.logout()
    expect(call).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'users.logout' }), {})
    expect(token).toBeUndefined()
    expect(setup.getSnapshot()).toEqual(loggedOut)
    expect(storage.clear).toHaveBeenCalledTimes(1)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  test('silently stays on the page', async () => {
    await session().logout({ isSilent: true })
    expect(leave).not.toHaveBeenCalled()
  })

  test('happens when the server rejects the current token, not an older one, and keeps the data', async () => {
    const setup = session()
    await setup.start()
    setup.expire('older')
    expect(setup.getSnapshot().isLoggedIn).toBe(true)
    setup.expire('abc')
    expect(token).toBeUndefined()
    expect(setup.getSnapshot()).toMatchObject({ isLoggedIn: true, hasEnded: true, data: ada })
    expect(queries.clear).not.toHaveBeenCalled()
    await setup.leaveEnded()
    expect(setup.getSnapshot()).toEqual(loggedOut)
    // The same account can sign in again and continue. For another account, the data is removed then.
    expect(storage.clear).not.toHaveBeenCalled()
    expect(expired).toHaveBeenCalledTimes(1)
  })

  test('of support leads to the sign-in page at once', async () => {
    call.mockResolvedValue({ user: { ...ada, support: { by: 'Grace' } } })
    const setup = session()
    await setup.start()
    setup.expire('abc')
    expect(setup.getSnapshot()).toEqual(loggedOut)
    expect(expired).toHaveBeenCalledTimes(1)
  })

  test('keeps the page for the same user to sign in again, and starts over for another', async () => {
    const setup = session()
    await setup.start()
    setup.expire('abc')
    await setup.signIn({ user: ada, token: 'next' })
    expect(token).toBe('next')
    expect(setup.getSnapshot()).toEqual({ isLoggedIn: true, loading: false, data: ada })
    expect(enter).not.toHaveBeenCalled()
    expect(queries.clear).not.toHaveBeenCalled()
    expect(queries.invalidateQueries).toHaveBeenCalledTimes(1)
    setup.expire('next')
    await setup.signIn({ user: { ...ada, id: '2' }, token: 'other' })
    expect(queries.clear).toHaveBeenCalledTimes(1)
    expect(enter).toHaveBeenCalledTimes(1)
  })

  test('in another tab ends it here as well', async () => {
    const setup = session()
    await setup.start()
    hear(undefined)
    expect(setup.getSnapshot()).toEqual(loggedOut)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  test('discards a rejected token even while its user is still being fetched', async () => {
    const pending = Promise.withResolvers<unknown>()
    call.mockReturnValue(pending.promise)
    const setup = session()
    const started = setup.start()
    setup.expire('abc')
    expect(token).toBeUndefined()
    pending.reject(errorFrom(401, { code: 'unauthenticated', message: 'x', status: 401 }))
    await started
    expect(setup.getSnapshot()).toEqual(loggedOut)
  })
})

describe('the browser storage', () => {
  test('belongs to the account before the account is shown', async () => {
    const setup = session()
    storage.belongTo.mockImplementation(() => expect(setup.getSnapshot().data).toBeNull())
    await setup.start()
    expect(storage.belongTo).toHaveBeenLastCalledWith('1')
    await setup.logout()
    await setup.signIn({ user: { ...ada, id: '2' }, token: 'new' })
    expect(storage.belongTo).toHaveBeenLastCalledWith('2')
  })

  test('changes hands if another tab signs in with another account, and not with the same one', async () => {
    const setup = session()
    await setup.start()
    queries.clear.mockClear()
    hear('abc')
    await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(2), 10_000)
    expect(queries.clear).not.toHaveBeenCalled()
    const mary = { ...ada, id: '2' }
    call.mockResolvedValue({ user: mary })
    hear('of mary')
    await vi.waitFor(() => expect(enter).toHaveBeenCalledTimes(1), 10_000)
    expect(setup.getSnapshot().data).toEqual(mary)
    expect(queries.clear).toHaveBeenCalledTimes(1)
    expect(storage.belongTo).toHaveBeenLastCalledWith('2')
  })
})
