import { Focus } from '@typecase/plugin-sdk/focus'
import { useService } from '@typecase/plugin-sdk/react/services'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** How long after Tab the page counts as focused by that key, in ms. */
const TAB_PATIENCE = 500
/** A page that takes the focus more often than this, within this many ms, is no longer shown. */
const MOST_TIMES = 3
const TIMES_WITHIN = 10_000

export interface FieldFocusOptions {
  /** The frame of the page. */
  readonly frame: RefObject<HTMLIFrameElement | null>
  /** Whether a command of the dashboard has just moved the focus to the page. */
  isExpected(): boolean
  /** Called when the page keeps taking the focus. */
  onFail(reason: string): void
}

/**
 * Keeps the focus, and so what the user types, in the form while a script of the page tries to take it. A click and Tab
 * move the focus to the page.
 * @returns a function that returns the focus to the field that had it before the page
 */
export function useFieldFocus({ frame, ...handlers }: FieldFocusOptions): () => void {
  const focus = useService(Focus)
  const lastField = useRef<Element>(undefined)
  const isExpected = useEffectEvent(handlers.isExpected)
  const onFail = useEffectEvent(handlers.onFail)

  const moveTo = (element: Element | undefined) =>
    focus.moveTo(element?.isConnected ? element : document.querySelector('main'))
  const giveBack = useEffectEvent(moveTo)

  useEffect(() => {
    let lastElement: Element | undefined
    remember(document.activeElement)
    let tabbedAt = -Infinity
    let takenAt: number[] = []
    function remember(target: EventTarget | null): void {
      if (!(target instanceof Element) || target === frame.current) return
      lastElement = target
      if (target.closest('[data-path]')) lastField.current = target
    }
    const noteFocus = ({ target }: FocusEvent) => remember(target)
    function notePress({ key, timeStamp }: KeyboardEvent): void {
      if (key === 'Tab') tabbedAt = timeStamp
    }
    function checkPage({ timeStamp }: Event): void {
      const { current } = frame
      if (!current || document.activeElement !== current) return
      // The dashboard does not see the click, but it knows where the pointer is.
      const isByUser = current.matches(':hover') || timeStamp - tabbedAt < TAB_PATIENCE
      if (isByUser || isExpected()) return
      takenAt = [...takenAt.filter((time) => timeStamp - time < TIMES_WITHIN), timeStamp]
      if (takenAt.length > MOST_TIMES) onFail('The page keeps taking the focus.')
      setTimeout(() => giveBack(lastElement))
    }
    document.addEventListener('focusin', noteFocus)
    document.addEventListener('keydown', notePress, { capture: true })
    window.addEventListener('blur', checkPage)
    return () => {
      document.removeEventListener('focusin', noteFocus)
      document.removeEventListener('keydown', notePress, { capture: true })
      window.removeEventListener('blur', checkPage)
    }
  }, [frame])

  return () => moveTo(lastField.current)
}
