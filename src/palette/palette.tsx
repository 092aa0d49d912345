import { FadeOut } from '@typecase/ui/fade-out'
import { isComposing } from '@typecase/ui/keyboard'
import type { KeyboardEvent } from 'react'
import { useState, useSyncExternalStore } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useService } from '@typecase/plugin-sdk/react/services'

import { PaletteControl } from './controller.ts'
import { ActionsView } from './actions-view.tsx'
import { ArgumentsView } from './arguments-view.tsx'
import styles from './palette.module.css'
import { ReviewView } from './review-view.tsx'
import { SearchView } from './search-view.tsx'
import type { Page } from './state.ts'

/** The palette as a dialog over the page. Shows its top page. */
export default function Palette({ pages }: { pages: readonly Page[] }) {
  const palette = useService(PaletteControl)
  const isTouch = useCoarsePointer()
  const page = pages.at(-1)
  if (!page) return null

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || isComposing(event)) return
    event.preventDefault()
    event.stopPropagation()
    palette.leave()
  }

  return (
    <ModalOverlay
      isOpen
      isDismissable={!isTouch}
      isKeyboardDismissDisabled
      onOpenChange={(isOpen) => {
        if (!isOpen) palette.close()
      }}
      className={styles.veil ?? ''}
      {...(isTouch && { 'data-touch': true })}
    >
      <Modal
        className={styles.modal ?? ''}
        {...(page.kind === 'review' && { 'data-review': true })}
      >
        <FadeOut />
        <Dialog aria-label="Command palette" className={styles.dialog ?? ''}>
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only Escape, for the whole dialog */}
          <div className={styles.dialog} data-palette onKeyDown={handleKeyDown}>
            <PageView key={page.id} page={page} isTouch={isTouch} />
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function PageView({ page, isTouch }: { page: Page; isTouch: boolean }) {
  switch (page.kind) {
    case 'search':
      return <SearchView page={page} isTouch={isTouch} />
    case 'actions':
      return <ActionsView page={page} isTouch={isTouch} />
    case 'arguments':
      return <ArgumentsView page={page} isTouch={isTouch} />
    default:
      return <ReviewView page={page} />
  }
}

function useCoarsePointer(): boolean {
  const [list] = useState(() => window.matchMedia('(pointer: coarse)'))
  return useSyncExternalStore(
    (listener) => {
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => list.matches,
  )
}
