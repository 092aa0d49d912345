import { createFocusMoves, type FocusService } from '@typecase/plugin-sdk/focus'

import { closestOf, innermost, layers } from './focus-context.ts'
import { type Level, levelsOf, openedRow } from './levels.ts'

/** Moves the focus of the document through the levels of the screen. */
export interface FocusController extends FocusService {
  /** Moves the focus one level out. An overlay is left by closing it instead. @returns whether the focus was moved */
  stepOut(from: EventTarget | null): boolean
  /**
   * Moves the focus into a page that was just opened: to the row from which the user left its list, or to the heading.
   */
  enterPage(): void
  /** Moves the focus to a surrounding element when the focused element is removed. @returns stop */
  listen(): () => void
}

export function createFocus(document: Document): FocusController {
  const moves = createFocusMoves(document)
  /** The levels of the focus, innermost first. Below an overlay, those from before it opened. */
  let stack: readonly Level[] = []

  function moveTo({ kind, element }: Level): boolean {
    const isAround = kind === 'page' || kind === 'overlay'
    // Neither element can be reached with Tab.
    if (isAround && !element.hasAttribute('tabindex')) element.tabIndex = -1
    return moves.moveTo(element, { preventScroll: isAround })
  }

  function remember(event: FocusEvent): void {
    const target = innermost(event)
    const levels = levelsOf(target instanceof Element ? target : null)
    const overlay = levels.findLast(({ kind }) => kind === 'overlay')
    const index = stack.findIndex(({ element }) => element === overlay?.element)
    const below = overlay ? stack.slice(index + 1) : []
    stack = [...levels, ...below.filter(({ element }) => element.isConnected)]
  }

  function isLost(): boolean {
    const [first] = stack
    return first?.element.isConnected === false && document.activeElement === document.body
  }

  function recover(): void {
    if (!isLost()) return
    const level = stack.find(({ element }) => element.isConnected)
    const page = document.querySelector<HTMLElement>('main')
    stack = []
    if (level) moveTo(level)
    else if (page) moveTo({ kind: 'page', element: page })
  }

  return {
    ...moves,
    stepOut(from) {
      const [at, around] = levelsOf(from instanceof Element ? from : null)
      const isLeavable = at?.kind !== 'overlay' && around?.kind !== 'overlay' && at?.kind !== 'list'
      return isLeavable && around !== undefined && moveTo(around)
    },
    enterPage() {
      const main = document.querySelector<HTMLElement>('main')
      const active = document.activeElement
      // The page has already focused an element, or a dialog is open.
      if (active !== main && main?.contains(active)) return
      if (active && closestOf(active, layers)) return
      const row = main?.querySelector<HTMLElement>(openedRow)
      const element = main?.querySelector<HTMLElement>('h1:not([hidden])') ?? main
      if (row) moveTo({ kind: 'list', element: row })
      else if (element) moveTo({ kind: 'page', element })
    },
    listen() {
      const observer = new MutationObserver(() => {
        // React Aria restores the focus one frame after a dialog has been removed.
        if (isLost()) requestAnimationFrame(() => requestAnimationFrame(recover))
      })
      observer.observe(document.body, { childList: true, subtree: true })
      document.addEventListener('focusin', remember)
      return () => {
        observer.disconnect()
        document.removeEventListener('focusin', remember)
      }
    },
  }
}
