import type { FactStoreService } from '@typecase/plugin-sdk/services'
import { token } from '@typecase/plugin-sdk/token'
import { atom } from 'jotai/vanilla'

import type { Atoms } from '../kernel/store.ts'

/** Key in `localStorage`: the sidebar stays expanded on the next visit. */
const SIDEBAR_KEY = 'sidebar'

/** Media query for screens without room for the sidebar, where it opens over the page as a menu. */
export const NARROW = '(max-width: 719px)'

/** On the first visit, the sidebar is collapsed. */
export const isSidebarOpenAtom = atom(false)
export const isZenAtom = atom(false)

/** The state of the frame, for the shell's commands. */
export interface ShellStateService {
  isSidebarOpen(): boolean
  setSidebarOpen(isOpen: boolean): void
  isZen(): boolean
  setZen(isZen: boolean): void
}
export const ShellState = token<ShellStateService>('core.shell', 1)

export interface ShellStateParts {
  readonly store: Atoms
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly facts: Pick<FactStoreService, 'set'>
  /** Whether the screen is `NARROW`. */
  readonly narrow: Pick<MediaQueryList, 'matches' | 'addEventListener'>
}

export function createShellState(parts: ShellStateParts): ShellStateService {
  const { store, storage, facts, narrow } = parts

  /** An expanded sidebar must not become a menu that covers the page when a window gets narrower. */
  function restoreSidebar(): void {
    store.set(isSidebarOpenAtom, !narrow.matches && storage.getItem(SIDEBAR_KEY) === 'open')
  }
  restoreSidebar()
  narrow.addEventListener('change', restoreSidebar)

  return {
    isSidebarOpen: () => store.get(isSidebarOpenAtom),
    setSidebarOpen(isOpen) {
      store.set(isSidebarOpenAtom, isOpen)
      if (!narrow.matches) storage.setItem(SIDEBAR_KEY, isOpen ? 'open' : 'closed')
    },
    isZen: () => store.get(isZenAtom),
    setZen(isZen) {
      store.set(isZenAtom, isZen)
      facts.set({ zen: isZen || undefined })
    },
  }
}
