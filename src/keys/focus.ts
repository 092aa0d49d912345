import type { FactStoreService } from '@typecase/plugin-sdk/services'

/** Where the keyboard's focus is, as far as keys depend on it. */
export interface FocusPlace {
  readonly isInText: boolean
  readonly isInCode: boolean
  /** In a tree, where typing a name goes to it. */
  readonly isInTree: boolean
  /** In a list or tree whose rows are gone through by keys of its own. */
  readonly isInRows: boolean
  /** In something that lies over the page and has the keys to itself. */
  readonly isInDialog: boolean
}

/** Inputs that take no text. */
const buttons = 'button|checkbox|color|file|image|radio|range|reset|submit'.split('|')
const layers = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], dialog'

const nowhere: FocusPlace = {
  isInText: false,
  isInCode: false,
  isInTree: false,
  isInRows: false,
  isInDialog: false,
}

/** @param target the innermost element of an event, also from within a shadow tree */
export function placeOf(target: EventTarget | null | undefined): FocusPlace {
  if (!(target instanceof Element)) return nowhere
  return {
    isInText: isTextField(target),
    isInCode: target.closest('.cm-editor') !== null,
    isInTree: target.closest('[role="tree"], [role="treegrid"]') !== null,
    isInRows: target.closest('[role="grid"], [role="tree"], [role="treegrid"]') !== null,
    isInDialog: target.closest(layers) !== null,
  }
}

function isTextField(element: Element): boolean {
  if (element instanceof HTMLInputElement) return !buttons.includes(element.type)
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true
  return (
    element.closest('[contenteditable=""], [contenteditable="true"], [role="textbox"]') !== null
  )
}

/** Keeps the facts `focus.inText` and `focus.inCode` in step with the document. @returns stop */
export function watchFocus(document: Document, facts: FactStoreService): () => void {
  function state(event: FocusEvent): void {
    const { isInText, isInCode } = placeOf(event.type === 'focusin' ? event.target : null)
    facts.set({
      'focus.inText': isInText || undefined,
      'focus.inCode': isInCode || undefined,
    })
  }
  document.addEventListener('focusin', state)
  document.addEventListener('focusout', state)
  return () => {
    document.removeEventListener('focusin', state)
    document.removeEventListener('focusout', state)
  }
}
