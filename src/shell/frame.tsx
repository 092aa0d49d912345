import { Outlet } from '@tanstack/react-router'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { Button } from '@typecase/ui/button'
import { useAtom, useAtomValue } from 'jotai/react'
import { useState, useSyncExternalStore } from 'react'

import { BottomBar } from './bottom-bar.tsx'
import styles from './frame.module.css'
import { isSidebarOpenAtom, isZenAtom, NARROW } from './shell-state.ts'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame around every page of a signed-in user. */
export function Frame() {
  const isZen = useAtomValue(isZenAtom)
  const isNarrow = useMedia(NARROW)
  const [isOpen, setOpen] = useAtom(isSidebarOpenAtom)
  const isBare = isZen || isNarrow
  return (
    <div className={styles.frame} data-zen={isZen || undefined}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {isBare ? null : <Sidebar isOpen={isOpen} />}
      {isZen ? <LeaveZen /> : <TopBar />}
      <div className={styles.page}>
        <Slot isInline name="shell.banner" props={{}} />
        <main id="main" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
      </div>
      {isNarrow && !isZen ? <BottomBar isOpen={isOpen} onOpenChange={setOpen} /> : null}
      <aside className={styles.tray} aria-label="Jobs">
        <Slot isInline name="shell.tray" props={{}} />
      </aside>
    </div>
  )
}

function LeaveZen() {
  const { run, keys } = useCommand('shell.leave-zen')
  return (
    <div className={styles.leave}>
      <Button variant="quiet" kbd={keys[0]} onPress={() => void run()}>
        Leave zen mode
      </Button>
    </div>
  )
}

function useMedia(query: string): boolean {
  const [list] = useState(() => window.matchMedia(query))
  return useSyncExternalStore(
    (listener) => {
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => list.matches,
  )
}
