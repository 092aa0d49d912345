import { useSyncExternalStore } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

let announcement = { text: '', turn: 0 }
const listeners = new Set<() => void>()

/**
 * Announces a text to screen readers when they are next idle, such as "12 selected". Needs one `Announcer` on the page.
 */
export function announce(text: string): void {
  announcement = { text, turn: 1 - announcement.turn }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The polite live region. Two elements take turns, because setting the same text again is not announced. */
export function Announcer() {
  const { text, turn } = useSyncExternalStore(subscribe, () => announcement)
  return (
    // Dialogs hide the page behind them from screen readers, except elements with this attribute.
    <VisuallyHidden data-live-announcer="true">
      <div aria-live="polite">{turn === 0 ? text : ''}</div>
      <div aria-live="polite">{turn === 1 ? text : ''}</div>
    </VisuallyHidden>
  )
}
