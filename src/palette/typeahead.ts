import type { PaletteController } from './controller.ts'

/** An Enter that waits for the palette's field. */
interface Held {
  readonly page: number
  readonly press: KeyboardEventInit
}

/**
 * Gives the palette what is typed while it is open and its field does not have the focus yet, because its code is
 * on its way or the dialog around it is still being put up: who pressed the key is typing already. An Enter is
 * pressed in the field once it has the focus; on the button behind it, it would do again what opened the palette.
 * Of a plan it keeps keys from what is behind it.
 * @returns stop
 */
export function takeTyping(
  palette: Pick<PaletteController, 'state' | 'dispatch' | 'leave'>,
  target: Window,
): () => void {
  let held: Held | undefined
  const top = () => palette.state.get().pages.at(-1)

  function press(event: KeyboardEvent): void {
    const page = top()
    if (!page || page.isBusy || event.isComposing || isOwn(event)) return
    // A plan that is not on screen yet takes no answer; what is behind it is not meant any more.
    if (page.kind === 'review') {
      if (isChord(event) || event.key === 'Tab') return
      if (event.key === 'Escape') palette.leave()
      return take(event)
    }
    if (event.key === 'Enter') {
      const { key, code, ctrlKey, metaKey, shiftKey } = event
      // A key that is held down is the press that opened the palette still.
      if (!event.repeat) held = { page: page.id, press: { key, code, ctrlKey, metaKey, shiftKey } }
      return take(event)
    }
    const query = afterPress(page.query, event)
    if (query !== undefined) palette.dispatch({ type: 'query', query })
    else if (event.key === 'Escape') palette.leave()
    else return
    // What comes after an Enter is not what it was pressed for.
    held = undefined
    take(event)
  }

  function arrive(event: FocusEvent): void {
    const field = event.target
    if (!held || !(field instanceof HTMLElement) || !isOwn(event)) return
    const { page, press } = held
    held = undefined
    // Once the rows are painted for what was typed before.
    target.requestAnimationFrame(() => {
      if (page !== top()?.id || field.ownerDocument.activeElement !== field) return
      field.dispatchEvent(
        new KeyboardEvent('keydown', { ...press, bubbles: true, cancelable: true }),
      )
    })
  }

  target.addEventListener('keydown', press, { capture: true })
  target.addEventListener('focusin', arrive)
  return () => {
    target.removeEventListener('keydown', press, { capture: true })
    target.removeEventListener('focusin', arrive)
  }
}

function take(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** The palette itself, and notifications, which lie above it with buttons of their own. */
const OWN = '[data-palette], [data-react-aria-top-layer]'

function isOwn(event: Event): boolean {
  const [innermost] = event.composedPath()
  return innermost instanceof Element && innermost.closest(OWN) !== null
}

/** AltGr is how some layouts type @ and #; it is reported as Ctrl and Alt as well. */
const isChord = (event: KeyboardEvent): boolean =>
  event.metaKey || ((event.ctrlKey || event.altKey) && !isAltGraph(event))

/** @returns undefined when the press types nothing */
function afterPress(query: string, event: KeyboardEvent): string | undefined {
  if (isChord(event)) return undefined
  if (event.key === 'Backspace' && query !== '') return query.replace(/.$/su, '')
  return /^.$/su.test(event.key) ? query + event.key : undefined
}

function isAltGraph(event: KeyboardEvent): boolean {
  return event.getModifierState('AltGraph')
}
