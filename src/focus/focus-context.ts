import { takesText } from '@typecase/plugin-sdk/focus'
import type { FactStoreService } from '@typecase/plugin-sdk/services'

/** The position of the keyboard focus, as far as key bindings depend on it. */
export interface FocusContext {
  readonly isInText: boolean
  readonly isInCode: boolean
  /** In an element that reacts to letters: a closed select, a menu, a tree, radio buttons. */
  readonly isInTypeAhead: boolean
  /** Within a list or tree that handles its own navigation keys. */
  readonly isInRows: boolean
  /** On a row of a list that does not use Space itself. */
  readonly isOnRow: boolean
  /** In a form, or in a field or its toolbar: letters are meant for the field. */
  readonly isInField: boolean
  /** In a row that can be moved with Alt and the arrow keys. */
  readonly isInMovable: boolean
  /** In a field that records key presses. */
  readonly isInRecorder: boolean
  /** In an overlay, which handles keys exclusively. */
  readonly isInDialog: boolean
}

/** Inputs that take no text. */
const buttons = 'button|checkbox|color|file|image|radio|range|reset|submit'.split('|')
/** Overlays: elements in front of the page. */
export const layers =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], dialog'
/** Elements in which letters select or activate an option by name, including grids of the design system. */
const typeAheads =
  '[role="tree"], [role="treegrid"], [role="radiogroup"], [role="combobox"], [role="menubar"], ' +
  '[role="grid"][data-collection]:not([data-type-ahead="off"]), [aria-haspopup="listbox"], [aria-haspopup="menu"], [aria-haspopup="true"], [type="radio"]'

/** Form fields, or elements with `data-form` if the fields are more than one form. */
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

/** Describes the focus. @param target the innermost element of an event, which may be in a shadow tree */
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

/** Returns the target of an event, even in a shadow tree, for which the document only sees the host. */
export function innermost(event: Event): EventTarget | null {
  return event.composedPath()[0] ?? event.target
}

/** Like `closest`, but continues beyond the root of a shadow tree. */
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

/** Whether the focus moves to the palette, which gives it back when it closes. */
function isOnWayToPalette({ type, target, relatedTarget }: FocusEvent): boolean {
  const to = type === 'focusin' ? target : relatedTarget
  return to instanceof Element && to.closest('[data-palette]') !== null
}

/** Publishes the position of the focus as facts. @returns stop */
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
