import { describe, expect, test, vi } from 'vitest'

import { createTheme } from './theme.ts'

function themeOn(storedValue: string | null, isDark = false) {
  const stored = new Map(storedValue === null ? [] : [['theme', storedValue]])
  const dataset: DOMStringMap = {}
  const listeners = new Map<string, (event: { key: string; newValue: string | null }) => void>()
  const listen = (type: string, listener: never) => void listeners.set(type, listener)
  const theme = createTheme({
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    },
    root: { dataset },
    prefersDark: { matches: isDark, addEventListener: listen },
    window: { addEventListener: listen },
  })
  return { theme, stored, dataset, listeners }
}

describe('the theme', () => {
  test('is that of the system until the user chooses one', () => {
    const { theme, stored, dataset } = themeOn(null, true)
    expect([theme.get(), theme.scheme(), theme.isChosen()]).toEqual(['system', 'dark', false])
    theme.set('light')
    expect([theme.get(), theme.scheme(), theme.isChosen()]).toEqual(['light', 'light', true])
    expect([dataset['theme'], stored.get('theme')]).toEqual(['light', 'light'])
  })

  test('is restored from storage, and is that of the system if the stored one is invalid', () => {
    expect(themeOn('dark').dataset['theme']).toBe('dark')
    expect(themeOn('mauve').theme.get()).toBe('system')
  })

  test('notifies of changes here, in another tab and of the system', () => {
    const { theme, listeners } = themeOn('dark')
    const onChange = vi.fn<() => void>()
    const stop = theme.subscribe(onChange)
    theme.set('system')
    listeners.get('storage')?.({ key: 'theme', newValue: 'light' })
    expect(theme.get()).toBe('light')
    listeners.get('change')?.({ key: '', newValue: null })
    expect(onChange).toHaveBeenCalledTimes(3)
    stop()
    theme.set('dark')
    expect(onChange).toHaveBeenCalledTimes(3)
  })
})
