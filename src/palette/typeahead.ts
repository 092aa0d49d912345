import type { PaletteDoor } from './door.ts'

/**
 * Gives the palette what is typed while it is open and its field does not have the focus yet, because its code is
 * on its way or the dialog around it is still being put up: who pressed the key is typing already. Of a plan it keeps
 * keys from what is behind it.
 * @returns stop
 */
export function takeTyping(
  palette: Pick<PaletteDoor, 'state' | 'dispatch' | 'leave'>,
  target: Window,
): () => void {
  function listener(event: KeyboardEvent): void {
    const page = palette.state.get().pages.at(-1)
    if (!page || page.isBusy || event.isComposing) return
    const [innermost] = event.composedPath()
    if (innermost instanceof Element && innermost.closest(OWN)) return
    // A plan that is not on screen yet takes no answer; what is behind it is not meant any more.
    if (page.kind === 'review') {
      if (isChord(event) || event.key === 'Tab') return
      if (event.key === 'Escape') palette.leave()
      event.preventDefault()
      event.stopImmediatePropagation()
      return
    }
    const query = afterPress(page.query, event)
    if (query !== undefined) palette.dispatch({ type: 'query', query })
    else if (event.key === 'Escape') palette.leave()
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  target.addEventListener('keydown', listener, { capture: true })
  return () => target.removeEventListener('keydown', listener, { capture: true })
}

/** The palette itself, and notifications, which lie above it with buttons of their own. */
const OWN = '[data-palette], [data-react-aria-top-layer]'

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
