import type { PaletteDoor } from './door.ts'

/**
 * Gives the palette what is typed while it is open and its field does not have the focus yet, because its code is
 * on its way or the dialog around it is still being put up: who pressed the key is typing already.
 * @returns stop
 */
export function takeTyping(
  palette: Pick<PaletteDoor, 'state' | 'dispatch' | 'leave'>,
  target: Window,
): () => void {
  function listener(event: KeyboardEvent): void {
    const page = palette.state.get().pages.at(-1)
    if (!page || page.kind === 'review' || page.isBusy || event.isComposing) return
    const [innermost] = event.composedPath()
    if (innermost instanceof Element && innermost.closest('[data-palette]')) return
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

/** @returns undefined when the press types nothing */
function afterPress(query: string, event: KeyboardEvent): string | undefined {
  // AltGr is how some layouts type @ and #; it is reported as Ctrl and Alt as well.
  const isChord = event.metaKey || ((event.ctrlKey || event.altKey) && !isAltGraph(event))
  if (isChord) return undefined
  if (event.key === 'Backspace' && query !== '') return query.replace(/.$/su, '')
  return /^.$/su.test(event.key) ? query + event.key : undefined
}

function isAltGraph(event: KeyboardEvent): boolean {
  return event.getModifierState('AltGraph')
}
