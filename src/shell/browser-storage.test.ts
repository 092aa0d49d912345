// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { createBrowserStorage } from './browser-storage.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const storedKeys = () =>
  Object.keys(localStorage)
    .filter((key) => key !== 'core.cleared')
    .sort()

/** Creates traces of an account's work. */
function work(account: string) {
  const storage = createBrowserStorage(window)
  storage.belongTo(account)
  storage.set('core.recents', { items: {} })
  storage.set('core.keymap', { keys: {} })
  storage.set('objects.columns/archive/posts', ['title'])
  sessionStorage.setItem('objects.list-context', '{}')
  localStorage.setItem('theme', 'dark')
  return storage
}

describe('the data of an account in this browser', () => {
  test('is removed at log-out, except for the keymap and the theme', () => {
    const storage = work('ada')
    const listener = vi.fn<() => void>()
    const cleared = vi.fn<() => void>()
    storage.subscribe('core.recents', listener)
    storage.onClear(cleared)
    storage.clear()
    expect(storedKeys()).toEqual(['core.account', 'core.keymap', 'theme'])
    expect(sessionStorage).toHaveLength(0)
    expect(listener).toHaveBeenCalledTimes(1)
    expect(cleared).toHaveBeenCalledTimes(1)
  })

  test('is kept for the same account after its session has expired', () => {
    work('ada').belongTo('ada')
    expect(createBrowserStorage(window).get('core.recents')).toEqual({ items: {} })
    expect(sessionStorage).toHaveLength(1)
  })

  test('is removed for another account, including the keymap', () => {
    const storage = work('ada')
    const cleared = vi.fn<() => void>()
    storage.onClear(cleared)
    storage.belongTo('mary')
    expect(storedKeys()).toEqual(['core.account', 'theme'])
    expect(storage.get('core.account')).toBe('mary')
    expect(cleared).toHaveBeenCalledTimes(1)
  })

  test('of an older version without an owner is removed, except for the keymap', () => {
    localStorage.setItem('core.journal', '{}')
    localStorage.setItem('core.keymap', '{}')
    createBrowserStorage(window).belongTo('ada')
    expect(storedKeys()).toEqual(['core.account', 'core.keymap'])
  })

  test('is also removed in other tabs, including their session storage', () => {
    const storage = work('ada')
    const cleared = vi.fn<() => void>()
    storage.onClear(cleared)
    // Browsers send this event to the other tabs.
    window.dispatchEvent(new StorageEvent('storage', { key: 'core.cleared', newValue: '1' }))
    expect(sessionStorage).toHaveLength(0)
    expect(cleared).toHaveBeenCalledTimes(1)
  })
})
