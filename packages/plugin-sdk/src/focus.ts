import { token } from './token.ts'

/** Where the focus is, and what moves it: nothing else calls `focus()` of an element. */
export interface FocusService {
  /**
   * Moves the focus to an element. One that deletes something never gets it this way: what is around it does, so
   * that an Enter pressed too often deletes nothing.
   * @returns whether there was such an element
   */
  moveTo(target: Element | null | undefined, options?: FocusOptions): boolean
  /**
   * Types into the text that has the focus, at its caret; into the one that gets it back where the palette lies over it.
   * Undo of the text takes it back.
   * @returns whether there was one
   */
  insertText(text: string): Promise<boolean>
  /** Types into what has the focus, the palette's field too. @returns whether that takes text */
  typeAtFocus(text: string): boolean
  /** Whether it can be moved without taking it from somewhere: what had it is gone, or it is on the page as a whole. */
  isFree(): boolean
}
export const Focus = token<FocusService>('core.focus', 1)

/** Marks buttons that delete something; the design system sets it. */
const DANGEROUS = '[data-danger]'

/** Inputs that take any text. */
const TEXT = ['text', 'search']
/** How long a text is waited for, ms: the palette gives the focus back a frame or two after it has closed. */
const PATIENCE = 2000

/** Whether typing goes into an element directly; typing in the palette does not. */
export function takesText(element: Element | null): element is HTMLElement {
  if (!element || element.closest('[data-palette]')) return false
  if (element instanceof HTMLInputElement) return TEXT.includes(element.type) && !element.readOnly
  if (element instanceof HTMLTextAreaElement) return !element.readOnly
  return element.closest('[contenteditable="true"]') !== null
}

/** The element that has the focus, also within a shadow tree. */
export function focusedIn({ activeElement }: DocumentOrShadowRoot): Element | null {
  const root = activeElement?.shadowRoot
  return (root && focusedIn(root)) ?? activeElement
}

/** Waits for a text to have the focus, and goes on before the next key goes into it. @returns whether one has it in time */
function textComes(document: Document): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isThere: boolean) => {
      clearTimeout(timer)
      document.removeEventListener('focusin', look)
      resolve(isThere)
    }
    const look = () => {
      if (takesText(focusedIn(document))) end(true)
    }
    const timer = setTimeout(end, PATIENCE, false)
    document.addEventListener('focusin', look)
  })
}

/** @internal for the core and the test host */
export function createFocusMoves(document: Document): FocusService {
  const typeAtFocus = (text: string): boolean =>
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else keeps the text's own undo, in inputs and editors alike
    document.execCommand('insertText', false, text)
  return {
    moveTo(target, options) {
      const safe = target?.matches(DANGEROUS)
        ? target.closest('[role="dialog"], [role="alertdialog"], main')
        : target
      if (!(safe instanceof HTMLElement)) return false
      // A dialog or a page is not a tab stop.
      if (safe !== target && !safe.hasAttribute('tabindex')) safe.tabIndex = -1
      safe.focus(options)
      return true
    },
    async insertText(text) {
      if (!takesText(focusedIn(document)) && !(await textComes(document))) return false
      return typeAtFocus(text)
    },
    typeAtFocus,
    isFree() {
      const { activeElement: active, body } = document
      return active === null || active === body || active.tagName === 'MAIN'
    },
  }
}
