import type { FactStoreService } from '@typecase/plugin-sdk/services'
import { token } from '@typecase/plugin-sdk/token'
import type { createStore } from 'jotai/vanilla'
import { atom } from 'jotai/vanilla'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** Key in localStorage (specification section 9), read by `first-theme.ts` as well. */
const THEME_KEY = 'theme'

/** Key in localStorage: a sidebar that was expanded is so at the next visit. */
const SIDEBAR_KEY = 'sidebar'

/** Where there is no room for the sidebar: it opens over the page, as a menu. */
export const NARROW = '(max-width: 719px)'

/** What the user set the frame to. */
export const themeAtom = atom<Theme>('system')
/** The sidebar starts collapsed at the first visit. */
export const isSidebarOpenAtom = atom(false)
export const isZenAtom = atom(false)

/** Changes the frame: what the shell's commands use. */
export interface ShellStateService {
  theme(): Theme
  setTheme(theme: Theme): void
  /** Light or dark, whatever made it so. */
  shownTheme(): 'light' | 'dark'
  isSidebarOpen(): boolean
  setSidebarOpen(isOpen: boolean): void
  isZen(): boolean
  setZen(isZen: boolean): void
}
export const ShellState = token<ShellStateService>('core.shell', 1)

export interface ShellStateParts {
  readonly store: ReturnType<typeof createStore>
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly root: Pick<HTMLElement, 'dataset'>
  readonly facts: Pick<FactStoreService, 'set'>
  readonly prefersDark: () => boolean
  readonly isNarrow: () => boolean
  readonly window: Pick<Window, 'addEventListener'>
}

export function createShellState(parts: ShellStateParts): ShellStateService {
  const { store, storage, root, facts, prefersDark, isNarrow, window } = parts

  function apply(theme: Theme): void {
    store.set(themeAtom, theme)
    if (theme === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = theme
  }

  apply(readTheme(storage.getItem(THEME_KEY)))
  store.set(isSidebarOpenAtom, !isNarrow() && storage.getItem(SIDEBAR_KEY) === 'open')
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === THEME_KEY) apply(readTheme(newValue))
  })

  return {
    theme: () => store.get(themeAtom),
    setTheme(theme) {
      storage.setItem(THEME_KEY, theme)
      apply(theme)
    },
    shownTheme() {
      const theme = store.get(themeAtom)
      if (theme !== 'system') return theme
      return prefersDark() ? 'dark' : 'light'
    },
    isSidebarOpen: () => store.get(isSidebarOpenAtom),
    setSidebarOpen(isOpen) {
      store.set(isSidebarOpenAtom, isOpen)
      if (!isNarrow()) storage.setItem(SIDEBAR_KEY, isOpen ? 'open' : 'closed')
    },
    isZen: () => store.get(isZenAtom),
    setZen(isZen) {
      store.set(isZenAtom, isZen)
      facts.set({ zen: isZen || undefined })
    },
  }
}

function readTheme(kept: string | null): Theme {
  return themes.find((theme) => theme === kept) ?? 'system'
}
