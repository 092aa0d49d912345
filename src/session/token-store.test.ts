import { beforeEach, describe, expect, test, vi } from 'vitest'

import { createTokenStore } from './token-store.ts'

let written: string[]
let jar: string
let values: Map<string, string>
let listeners: Set<(event: StorageEvent) => void>

beforeEach(() => {
  written = []
  jar = 'other=1'
  values = new Map()
  listeners = new Set()
})

function store({ isSecure = false, isFull = false } = {}) {
  return createTokenStore({
    document: {
      get cookie() {
        return jar
      },
      set cookie(text: string) {
        written.push(text)
        const [pair = ''] = text.split(';')
        const isExpired = text.includes('Max-Age=0')
        jar = isExpired ? 'other=1' : `other=1; ${pair}`
      },
    },
    localStorage: {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => {
        if (isFull) throw new DOMException('full', 'QuotaExceededError')
        values.set(key, value)
      },
      removeItem: (key) => void values.delete(key),
    },
    isSecure,
    window: {
      addEventListener: (_type: string, listener: unknown) =>
        void listeners.add(listener as (event: StorageEvent) => void),
      removeEventListener: (_type: string, listener: unknown) =>
        void listeners.delete(listener as (event: StorageEvent) => void),
    } as Pick<Window, 'addEventListener' | 'removeEventListener'>,
  })
}

function otherTab(key: string | null, newValue: string | null) {
  for (const listener of listeners) listener({ key, newValue } as StorageEvent)
}

describe('the token', () => {
  test('is stored in the cookie and in localStorage under the specified name', () => {
    const tokens = store()
    tokens.write('abc-_1')
    expect(tokens.read()).toBe('abc-_1')
    expect(values.get('token')).toBe('abc-_1')
    expect(written[0]).toBe('token=abc-_1; Path=/; Max-Age=2592000; SameSite=Strict')
  })

  test('is sent over HTTPS only if the page uses HTTPS', () => {
    store({ isSecure: true }).write('abc')
    expect(written[0]).toContain('; SameSite=Strict; Secure')
  })

  test('survives characters that a cookie cannot hold', () => {
    const tokens = store()
    tokens.write('a;b=c d')
    expect(tokens.read()).toBe('a;b=c d')
  })

  test('is removed from both stores', () => {
    const tokens = store()
    tokens.write('abc')
    tokens.clear()
    expect(tokens.read()).toBeUndefined()
    expect(values.size).toBe(0)
  })

  test('is ignored if the cookie is missing', () => {
    values.set('token', 'left over')
    expect(store().read()).toBeUndefined()
  })

  test('is stored even if localStorage is full', () => {
    const tokens = store({ isFull: true })
    tokens.write('abc')
    expect(tokens.read()).toBe('abc')
  })

  test('is ignored if the cookie is malformed', () => {
    jar = 'token=%E0%A4%A'
    expect(store().read()).toBeUndefined()
  })
})

test('listeners hear of the token in other tabs until they unsubscribe', () => {
  const onChange = vi.fn<(token: string | undefined) => void>()
  const stop = store().onOtherTab(onChange)
  otherTab('theme', 'dark')
  otherTab('token', 'abc')
  otherTab('token', null)
  otherTab(null, null)
  expect(onChange.mock.calls).toEqual([['abc'], [undefined], [undefined]])
  stop()
  otherTab('token', null)
  expect(onChange).toHaveBeenCalledTimes(3)
})
