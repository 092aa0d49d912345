import { focusedIn } from '@typecase/plugin-sdk/focus'
import { isComposing, typesCharacter } from '@typecase/ui/keyboard'

import { innermost, focusContextOf } from '../focus/focus-context.ts'
import type { PaletteController } from './controller.ts'
import type { Page } from './state.ts'

/** An Enter that is held until the palette's field has the focus. */
interface HeldEnter {
  readonly page: number
  readonly press: KeyboardEventInit
}

export interface Typeahead {
  /**
   * Holds typing back from the page until the code of a command has arrived, since the command may open the palette.
   * @param isAsking whether the command will certainly ask, so that typing is held back from text fields too
   * @returns the same promise
   */
  readonly until: <T>(code: Promise<T>, isAsking?: boolean) => Promise<T>
  /**
   * Offers a press to the palette before any other handler.
   * @param target the focused element, for a press that was queued
   * @returns whether the press is for the palette
   */
  readonly take: (event: KeyboardEvent, target?: EventTarget | null) => boolean
  readonly stop: () => void
}

/**
 * Directs typing to the palette while its field does not have the focus yet, because the code of a command or the
 * palette is loading, or its dialog is being rendered.
 *
 * - Letters are added to the query.
 * - Enter is held, and sent to the field once that has the focus. On the button behind, it would repeat the action that
 *   opened the palette.
 * - While a chosen command is preparing, both wait for the page on which it asks.
 * - While a plan is opening, keys do not reach the page behind it.
 */
export function takeTyping(
  palette: Pick<PaletteController, 'state' | 'dispatch' | 'leave'>,
  target: Window,
): Typeahead {
  const { document } = target
  let heldEnter: HeldEnter | undefined
  /** Presses that wait for the next page, and the page on which they were made. */
  let early: { readonly on: number | undefined; readonly presses: readonly KeyboardEvent[] } =
    nothing
  /** Code that is loading, and whether its command will certainly ask. */
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
    // A plan that is not visible yet accepts no keys, and the page behind it must not get them.
    if (page.kind === 'review') {
      if (isChord(event) || event.key === 'Tab') return false
      if (event.key === 'Escape') palette.leave()
      return true
    }
    if (event.key === 'Enter') {
      const { key, code, ctrlKey, metaKey, shiftKey } = event
      // Key repeat comes from the press that opened the palette.
      if (!event.repeat)
        heldEnter = { page: page.id, press: { key, code, ctrlKey, metaKey, shiftKey } }
      return true
    }
    const query = afterPress(page.query, event)
    if (query !== undefined) palette.dispatch({ type: 'query', query })
    else if (event.key === 'Escape') palette.leave()
    else return false
    // A held Enter was meant for the text before this key.
    heldEnter = undefined
    return true
  }

  function arrive(event: FocusEvent): void {
    const field = event.target
    if (!heldEnter || !(field instanceof HTMLElement) || !isIn(innermost(event), PALETTE)) return
    const { page, press } = heldEnter
    heldEnter = undefined
    // Waits until the rows for the text typed so far are painted.
    target.requestAnimationFrame(() => {
      if (page !== top()?.id || field.ownerDocument.activeElement !== field) return
      field.dispatchEvent(
        new KeyboardEvent('keydown', { ...press, bubbles: true, cancelable: true }),
      )
    })
  }

  /** Passes waiting presses to the next page. If the palette has closed instead, there was no question. */
  function follow(): void {
    if (top()?.isBusy) return
    const { on, presses } = early
    early = nothing
    for (const event of presses) {
      // Each press may change the page for the next one.
      const page = top()
      if (page && page.id !== on) answer(page, event)
    }
  }

  function until<T>(code: Promise<T>, isAsking = false): Promise<T> {
    const one = { isAsking }
    expected.add(one)
    // If the command asks, it has done so one task later.
    const onArrival = () =>
      target.setTimeout(() => {
        expected.delete(one)
        release()
      })
    code.then(onArrival, onArrival)
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

/** Elements that Enter and Space activate. */
const PRESSABLE = 'button, a[href], summary, input:is([type="checkbox"], [type="radio"])'

function pressAgain(at: Element | Document, event: KeyboardEvent): void {
  const isPress = event.key === 'Enter' || event.key === ' '
  // Browsers turn only their own key events into clicks, and for Space only when the key is released.
  if (isPress && at instanceof HTMLElement && at.matches(PRESSABLE)) at.click()
  else at.dispatchEvent(new KeyboardEvent(event.type, event))
}

const PALETTE = '[data-palette]'
/** Notifications are above the palette and have buttons of their own. */
const NOTIFICATIONS = '[data-react-aria-top-layer]'

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

const isChord = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.altKey || event.metaKey) && !typesCharacter(event)

/** Returns the query after a press. @returns undefined if the press types nothing */
function afterPress(query: string, event: KeyboardEvent): string | undefined {
  if (isChord(event)) return undefined
  if (event.key === 'Backspace' && query !== '') return query.replace(/.$/su, '')
  return /^.$/su.test(event.key) ? query + event.key : undefined
}
