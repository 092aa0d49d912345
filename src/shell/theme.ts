import { type ThemeName, themes, type ThemeService } from '@typecase/plugin-sdk/services'

import { createListeners } from '../kernel/store.ts'

/** Key in `localStorage` (specification section 9), also read by `first-theme.ts`. */
const KEY = 'theme'

export interface ThemeParts {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly root: Pick<HTMLElement, 'dataset'>
  readonly prefersDark: Pick<MediaQueryList, 'matches' | 'addEventListener'>
  readonly window: Pick<Window, 'addEventListener'>
}

export function createTheme({ storage, root, prefersDark, window }: ThemeParts): ThemeService {
  const { subscribe, emit } = createListeners()
  let theme = themeIn(storage.getItem(KEY))

  function apply(next: ThemeName): void {
    theme = next
    if (theme === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = theme
    emit()
  }

  apply(theme)
  prefersDark.addEventListener('change', emit)
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) apply(themeIn(newValue))
  })

  return {
    get: () => theme,
    scheme: () => (theme === 'system' ? (prefersDark.matches ? 'dark' : 'light') : theme),
    isChosen: () => storage.getItem(KEY) !== null,
    set(next) {
      storage.setItem(KEY, next)
      apply(next)
    },
    subscribe,
  }
}

const themeIn = (stored: string | null): ThemeName =>
  themes.find((theme) => theme === stored) ?? 'system'
