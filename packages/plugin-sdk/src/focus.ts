import { token } from './token.ts'

/** Moves the focus and types into the focused element. No other code calls an element's `focus()`. */
export interface FocusService {
  /**
   * Moves the focus to an element. An element that deletes something never gets it: the dialog or page around it does,
   * so that a surplus Enter deletes nothing.
   * @returns whether an element got the focus
   */
  moveTo(target: Element | null | undefined, options?: FocusOptions): boolean
  /**
   * Types into the focused text field at its caret. While the palette covers the page, waits for the field that gets
   * the focus back. The field's own undo reverts it.
   * @returns whether there was such a field
   */
  insertText(text: string): Promise<boolean>
  /** Types into the focused element, including the palette's field. @returns whether the element takes text */
  typeAtFocus(text: string): boolean
  /** Whether no element holds the focus: the focused one is gone, or the page as a whole has the focus. */
  isFree(): boolean
}
export const Focus = token<FocusService>('core.focus', 1)

/** Marks buttons that delete something; the design system sets it. */
const DANGEROUS = '[data-danger]'

/** Inputs that take any text. */
const TEXT = ['text', 'search']
/**
 * How long to wait for a text field to get the focus, in ms. The palette gives it back a frame or two after closing.
 */
const PATIENCE = 2000

/** Whether typing goes directly into an element. The palette's field does not count. */
export function takesText(element: Element | null): element is HTMLElement {
  if (!element || element.closest('[data-palette]')) return false
  if (element instanceof HTMLInputElement) return TEXT.includes(element.type) && !element.readOnly
  if (element instanceof HTMLTextAreaElement) return !element.readOnly
  return element.closest('[contenteditable="true"]') !== null
}

/** Returns the focused element, also within a shadow tree. */
export function focusedIn({ activeElement }: DocumentOrShadowRoot): Element | null {
  const root = activeElement?.shadowRoot
  return (root && focusedIn(root)) ?? activeElement
}

/** Waits until a text field has the focus; resolves before the next key reaches it. @returns false on timeout */
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

/** Creates the service `Focus`. @internal for the core and the test host */
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
      // Dialogs and pages are not focusable by default.
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
