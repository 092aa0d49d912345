import { focusedIn } from '@typecase/plugin-sdk/focus'
import { isComposing, typesCharacter } from '@typecase/ui/keyboard'

import { innermost, focusContextOf } from '../focus/focus-context.ts'
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
  /**
   * Offers it a press before anything else acts on it.
   * @param target what has the focus, for a press that waited
   * @returns whether it is the palette's
   */
  readonly take: (event: KeyboardEvent, target?: EventTarget | null) => boolean
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

  function takePress(event: KeyboardEvent, target: EventTarget | null = innermost(event)): boolean {
    if (isComposing(event) || isIn(target, NOTIFICATIONS)) return false
    const page = top()
    if (page ? page.isBusy : isExpected(target)) return wait(event)
    return page !== undefined && !isIn(target, PALETTE) && answer(page, event)
  }

  function isExpected(target: EventTarget | null): boolean {
    const isOnPage = expected.size > 0 && !focusContextOf(target).isInText
    return isOnPage || [...expected].some(({ isAsking }) => isAsking)
  }

  function wait(event: KeyboardEvent): boolean {
    if (event.key !== 'Enter' && afterPress('-', event) === undefined) return false
    if (!event.repeat) early = { on: top()?.id, presses: [...early.presses, event] }
    return true
  }

  function answer(page: Page, event: KeyboardEvent): boolean {
    // A plan that is not on screen yet takes no answer; what is behind it is not meant any more.
    if (page.kind === 'review') {
      if (isChord(event) || event.key === 'Tab') return false
      if (event.key === 'Escape') palette.leave()
      return true
    }
    if (event.key === 'Enter') {
      const { key, code, ctrlKey, metaKey, shiftKey } = event
      // A key that is held down is the press that opened the palette still.
      if (!event.repeat) held = { page: page.id, press: { key, code, ctrlKey, metaKey, shiftKey } }
      return true
    }
    const query = afterPress(page.query, event)
    if (query !== undefined) palette.dispatch({ type: 'query', query })
    else if (event.key === 'Escape') palette.leave()
    else return false
    // The Enter was pressed for the text before this key.
    held = undefined
    return true
  }

  function arrive(event: FocusEvent): void {
    const field = event.target
    if (!held || !(field instanceof HTMLElement) || !isIn(innermost(event), PALETTE)) return
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
  target.addEventListener('focusin', arrive)
  return {
    until,
    take: takePress,
    stop() {
      unfollow()
      target.removeEventListener('focusin', arrive)
    },
  }
}

const nothing = { on: undefined, presses: [] }

/** Elements that Enter and Space press. */
const PRESSED = 'button, a[href], summary, input:is([type="checkbox"], [type="radio"])'

function pressAgain(at: Element | Document, event: KeyboardEvent): void {
  const isPress = event.key === 'Enter' || event.key === ' '
  // The browser makes a click of a key of its own only, and of one that is let go.
  if (isPress && at instanceof HTMLElement && at.matches(PRESSED)) at.click()
  else at.dispatchEvent(new KeyboardEvent(event.type, event))
}

const PALETTE = '[data-palette]'
/** They lie above the palette, with buttons of their own. */
const NOTIFICATIONS = '[data-react-aria-top-layer]'

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

const isChord = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.altKey || event.metaKey) && !typesCharacter(event)

/** @returns undefined when the press types nothing */
function afterPress(query: string, event: KeyboardEvent): string | undefined {
  if (isChord(event)) return undefined
  if (event.key === 'Backspace' && query !== '') return query.replace(/.$/su, '')
  return /^.$/su.test(event.key) ? query + event.key : undefined
}
