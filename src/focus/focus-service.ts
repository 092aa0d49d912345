import { createFocusMoves, type FocusService } from '@typecase/plugin-sdk/focus'

import { closestOf, innermost, layers } from './focus-context.ts'
import { type Level, levelsOf, openedRow } from './levels.ts'

/** The focus of the document, and the stack of levels that it is on. */
export interface FocusController extends FocusService {
  /** Moves it one level out; an overlay is left by closing it. @returns whether there was somewhere to go */
  stepOut(from: EventTarget | null): boolean
  /** Moves it to a page that was just opened: to the row of its list that one left, else to where one begins to read. */
  enterPage(): void
  /** Gives it to what is around when what has it is removed. @returns stop */
  listen(): () => void
}

export function createFocus(document: Document): FocusController {
  const moves = createFocusMoves(document)
  /** Where the focus is, innermost first, and below an overlay where it was when that opened. */
  let stack: readonly Level[] = []

  function moveTo({ kind, element }: Level): boolean {
    const isAround = kind === 'page' || kind === 'overlay'
    // Neither is one of the places that Tab goes to.
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
      // The page has put it somewhere already, or a dialog lies over it.
      if (active !== main && main?.contains(active)) return
      if (active && closestOf(active, layers)) return
      const row = main?.querySelector<HTMLElement>(openedRow)
      const element = main?.querySelector<HTMLElement>('h1:not([hidden])') ?? main
      if (row) moveTo({ kind: 'list', element: row })
      else if (element) moveTo({ kind: 'page', element })
    },
    listen() {
      const observer = new MutationObserver(() => {
        // React Aria gives the focus back a frame after a dialog has gone.
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
