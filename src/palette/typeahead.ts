import { focusedIn } from '@typecase/plugin-sdk/focus'
import { isComposing, typesCharacter } from '@typecase/ui/keyboard'

import { innermost, placeOf } from '../focus/focus-place.ts'
import type { PaletteController } from './controller.ts'
import type { Page } from './state.ts'

/** An Enter that waits for the palette's field. */
interface Held {
  readonly page: number
  readonly press: KeyboardEventInit
}

export interface Typeahead {
  /**
   * The code of what was run is on its way, and it may ask then: what is typed until that is not for the page.
   * @param isAsking it asks for certain, so that not even a text that one is in has what is typed
   * @returns the same
   */
  readonly until: <T>(code: Promise<T>, isAsking?: boolean) => Promise<T>
  readonly stop: () => void
}

/**
 * Gives the palette what is typed while its field does not have the focus yet: the code of what was run or of the
 * palette is on its way, or the dialog around it is still being put up. Who pressed the key is typing already.
 *
 * - Letters go into the query.
 * - An Enter is pressed in the field once it has the focus; on the button behind it, it would do again what opened the
 *   palette.
 * - While a chosen command prepares itself, both wait for the page on which it asks.
 * - Of a plan it keeps keys from what is behind it.
 */
export function takeTyping(
  palette: Pick<PaletteController, 'state' | 'dispatch' | 'leave'>,
  target: Window,
): Typeahead {
  const { document } = target
  let held: Held | undefined
  /** Presses that wait for the next page, and the page that they were made on. */
  let early: { readonly on: number | undefined; readonly presses: readonly KeyboardEvent[] } =
    nothing
  /** Code that is on its way: whether what it belongs to asks for certain. */
  const expected = new Set<{ readonly isAsking: boolean }>()
  const top = () => palette.state.get().pages.at(-1)

  function press(event: KeyboardEvent): void {
    if (isComposing(event) || isIn(event, NOTIFICATIONS)) return
    const page = top()
    if (page ? page.isBusy : isExpected(event)) wait(event)
    else if (page && !isIn(event, PALETTE)) answer(page, event)
  }

  function isExpected(event: KeyboardEvent): boolean {
    const isOnPage = expected.size > 0 && !placeOf(innermost(event)).isInText
    return isOnPage || [...expected].some(({ isAsking }) => isAsking)
  }

  function wait(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && afterPress('-', event) === undefined) return
    if (!event.repeat) early = { on: top()?.id, presses: [...early.presses, event] }
    take(event)
  }

  function answer(page: Page, event: KeyboardEvent): void {
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
    if (!held || !(field instanceof HTMLElement) || !isIn(event, PALETTE)) return
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

  /** Gives the next page what waits for it. Where the palette has closed in its place, nothing was asked. */
  function follow(): void {
    if (top()?.isBusy) return
    const { on, presses } = early
    early = nothing
    for (const event of presses) {
      // As it is after the press before.
      const page = top()
      if (page && page.id !== on) answer(page, event)
    }
  }

  function until<T>(code: Promise<T>, isAsking = false): Promise<T> {
    const one = { isAsking }
    expected.add(one)
    // A moment later it has asked, if it does.
    const arrived = () =>
      target.setTimeout(() => {
        expected.delete(one)
        release()
      })
    code.then(arrived, arrived)
    return code
  }

  function release(): void {
    if (expected.size > 0 || top()) return
    const { presses } = early
    early = nothing
    for (const event of presses) pressAgain(focusedIn(document) ?? document, event)
  }

  const unfollow = palette.state.subscribe(follow)
  target.addEventListener('keydown', press, { capture: true })
  target.addEventListener('focusin', arrive)
  return {
    until,
    stop() {
      unfollow()
      target.removeEventListener('keydown', press, { capture: true })
      target.removeEventListener('focusin', arrive)
    },
  }
}

const nothing = { on: undefined, presses: [] }

/** What Enter and Space press. */
const PRESSED = 'button, a[href], summary, input:is([type="checkbox"], [type="radio"])'

function pressAgain(at: Element | Document, event: KeyboardEvent): void {
  const isPress = event.key === 'Enter' || event.key === ' '
  // The browser makes a click of a key of its own only, and of one that is let go.
  if (isPress && at instanceof HTMLElement && at.matches(PRESSED)) at.click()
  else at.dispatchEvent(new KeyboardEvent(event.type, event))
}

function take(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

const PALETTE = '[data-palette]'
/** They lie above the palette, with buttons of their own. */
const NOTIFICATIONS = '[data-react-aria-top-layer]'

function isIn(event: Event, selector: string): boolean {
  const element = innermost(event)
  return element instanceof Element && element.closest(selector) !== null
}

const isChord = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.altKey || event.metaKey) && !typesCharacter(event)

/** @returns undefined when the press types nothing */
function afterPress(query: string, event: KeyboardEvent): string | undefined {
  if (isChord(event)) return undefined
  if (event.key === 'Backspace' && query !== '') return query.replace(/.$/su, '')
  return /^.$/su.test(event.key) ? query + event.key : undefined
}
