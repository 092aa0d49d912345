import { takesText } from '@typecase/plugin-sdk/focus'
import type { FactStoreService } from '@typecase/plugin-sdk/services'

/** Where the keyboard's focus is, as far as keys depend on it. */
export interface FocusContext {
  readonly isInText: boolean
  readonly isInCode: boolean
  /** In something that letters are for: a closed select, a menu, a tree, radio buttons. */
  readonly isInTypeAhead: boolean
  /** Within a list or tree that handles its own navigation keys. */
  readonly isInRows: boolean
  /** On a row of a list, which has no use of its own for Space. */
  readonly isOnRow: boolean
  /** In a form, or in a field with its tool bar: letters are meant for a field. */
  readonly isInField: boolean
  /** In a row that Alt and the arrow keys move. */
  readonly isInMovable: boolean
  /** In a field that records key presses. */
  readonly isInRecorder: boolean
  /** In something that lies over the page and has the keys to itself. */
  readonly isInDialog: boolean
}

/** Inputs that take no text. */
const buttons = 'button|checkbox|color|file|image|radio|range|reset|submit'.split('|')
/** Overlays: elements in front of the page. */
export const layers =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], dialog'
/** Where letters go to a choice by its name, or choose it; a grid of the design system among them. */
const typeAheads =
  '[role="tree"], [role="treegrid"], [role="radiogroup"], [role="combobox"], [role="menubar"], ' +
  '[role="grid"][data-collection]:not([data-type-ahead="off"]), [aria-haspopup="listbox"], [aria-haspopup="menu"], [aria-haspopup="true"], [type="radio"]'

/** Form fields; `data-form` where the fields are more than one form. */
const fields = '[data-path], form, [data-form]'

const nowhere: FocusContext = {
  isInText: false,
  isInCode: false,
  isInTypeAhead: false,
  isInRows: false,
  isOnRow: false,
  isInField: false,
  isInMovable: false,
  isInRecorder: false,
  isInDialog: false,
}

/** @param target the innermost element of an event, also from within a shadow tree */
export function focusContextOf(target: EventTarget | null | undefined): FocusContext {
  if (!(target instanceof Element)) return nowhere
  const isWithin = (selector: string): boolean => closestOf(target, selector) !== null
  return {
    isInText: isTextField(target),
    isInCode: isWithin('.cm-editor'),
    isInTypeAhead: isWithin(typeAheads),
    isInRows: isWithin('[role="grid"], [role="tree"], [role="treegrid"]'),
    isOnRow: target.matches('[role="row"], a[data-row]'),
    isInField: isWithin(fields),
    isInMovable: isWithin('[data-movable]'),
    isInRecorder: isWithin('[data-records-keys]'),
    isInDialog: isWithin(layers),
  }
}

/** Where an event began, also within a shadow tree, whose host is what the document sees. */
export function innermost(event: Event): EventTarget | null {
  return event.composedPath()[0] ?? event.target
}

/** `closest`, beyond the roots of shadow trees. */
export function closestOf(element: Element, selector: string): Element | null {
  const ancestor = element.closest(selector)
  const root = element.getRootNode()
  return ancestor ?? (root instanceof ShadowRoot ? closestOf(root.host, selector) : null)
}

function isTextField(element: Element): boolean {
  if (element instanceof HTMLInputElement) return !buttons.includes(element.type)
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true
  return (
    element.closest('[contenteditable=""], [contenteditable="true"], [role="textbox"]') !== null
  )
}

/** The palette gives the focus back to where it was. */
function isOnWayToPalette({ type, target, relatedTarget }: FocusEvent): boolean {
  const to = type === 'focusin' ? target : relatedTarget
  return to instanceof Element && to.closest('[data-palette]') !== null
}

/** Keeps the facts about the focus in step with the document. @returns stop */
export function watchFocus(document: Document, facts: FactStoreService): () => void {
  function state(event: FocusEvent): void {
    const target = event.type === 'focusin' ? innermost(event) : null
    const { isInText, isInCode } = focusContextOf(target)
    facts.set({
      'focus.inText': isInText || undefined,
      'focus.inCode': isInCode || undefined,
      ...(!isOnWayToPalette(event) && {
        'focus.hasText': takesText(target as Element | null) || undefined,
      }),
    })
  }
  document.addEventListener('focusin', state)
  document.addEventListener('focusout', state)
  return () => {
    document.removeEventListener('focusin', state)
    document.removeEventListener('focusout', state)
  }
}
