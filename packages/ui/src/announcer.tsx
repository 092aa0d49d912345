import { useSyncExternalStore } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

let announcement = { text: '', turn: 0 }
const listeners = new Set<() => void>()

/** Says a text to screen readers when they are next idle, such as "12 selected". Needs one `Announcer` on the page. */
export function announce(text: string): void {
  announcement = { text, turn: 1 - announcement.turn }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The polite live region. Two take turns, because a region that is set to the text it holds stays silent. */
export function Announcer() {
  const { text, turn } = useSyncExternalStore(subscribe, () => announcement)
  return (
    // Dialogs hide the page behind them from screen readers, but for what is marked so.
    <VisuallyHidden data-live-announcer="true">
      <div aria-live="polite">{turn === 0 ? text : ''}</div>
      <div aria-live="polite">{turn === 1 ? text : ''}</div>
    </VisuallyHidden>
  )
}
