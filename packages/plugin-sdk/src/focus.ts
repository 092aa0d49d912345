import { token } from './token.ts'

/** Where the focus is, and what moves it: nothing else calls `focus()` of an element. */
export interface FocusService {
  /**
   * Moves the focus to an element. One that deletes something never gets it this way: what is around it does, so
   * that an Enter pressed too often deletes nothing.
   * @returns whether there was such an element
   */
  moveTo(target: Element | null | undefined, options?: FocusOptions): boolean
  /** Whether it can be moved without taking it from somewhere: what had it is gone, or it is on the page as a whole. */
  isFree(): boolean
}
export const Focus = token<FocusService>('core.focus', 1)

/** Marks buttons that delete something; the design system sets it. */
const DANGEROUS = '[data-danger]'

/** @internal for the core and the test host */
export function createFocusMoves(document: Document): FocusService {
  return {
    moveTo(target, options) {
      const safe = target?.matches(DANGEROUS)
        ? target.closest('[role="dialog"], [role="alertdialog"], main')
        : target
      if (!(safe instanceof HTMLElement)) return false
      // A dialog or a page is no place that Tab goes to.
      if (safe !== target && !safe.hasAttribute('tabindex')) safe.tabIndex = -1
      safe.focus(options)
      return true
    },
    isFree() {
      const { activeElement: active, body } = document
      return active === null || active === body || active.tagName === 'MAIN'
    },
  }
}
