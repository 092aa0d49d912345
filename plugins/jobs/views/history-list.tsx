import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { usePeople } from '@typecase/plugin-sdk/react/people'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { type KeyboardEvent, useRef, useState } from 'react'

import { factsOf } from '../facts.ts'
import type { Entry } from '../history/entries.ts'
import { historyRoute } from '../routes.ts'
import { HistoryRow } from './history-row.tsx'
import styles from './history.module.css'

/** Rows that Page up and Page down jump over. */
const JUMP = 10

interface HistoryListProps {
  entries: readonly Entry[]
}

/** The rows; arrows go from one to the next, and what is done from the palette is about the one they are on. */
export function HistoryList({ entries }: HistoryListProps) {
  const list = useRef<HTMLUListElement>(null)
  const people = usePeople(useRouteParams(historyRoute).bucketSlug)
  const [currentID, setCurrentID] = useState<string>()
  const index = entries.findIndex(({ id }) => id === currentID)
  const current = entries[index]
  useProvideFacts(factsOf(current))

  function handleKeyDown(event: KeyboardEvent<HTMLUListElement>) {
    const { key, target } = event
    if (event.altKey || event.metaKey || event.ctrlKey || event.shiftKey) return
    // Buttons of a row keep their own keys.
    if (!(target instanceof HTMLElement) || target.dataset['entry'] === undefined) return
    const to = targetOf(key, index, entries.length)
    const next = entries[to ?? -1]
    if (!next) return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>(`[data-entry="${next.id}"]`)?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows go between the links inside
    <ul ref={list} className={styles.list} aria-label="Changes" onKeyDown={handleKeyDown}>
      {entries.map((entry) => (
        <HistoryRow
          key={entry.id}
          entry={entry}
          person={people.name(entry.by)}
          undoneBy={entry.change?.undone_by ? people.within(entry.change.undoer) : undefined}
          isCurrent={entry.id === currentID}
          onCurrent={() => setCurrentID(entry.id)}
        />
      ))}
    </ul>
  )
}

/** Where a key leads to from a row; undefined for other keys. */
function targetOf(key: string, from: number, count: number): number | undefined {
  const last = count - 1
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(from + 1, last),
    ArrowUp: Math.max(from - 1, 0),
    PageDown: Math.min(from + JUMP, last),
    PageUp: Math.max(from - JUMP, 0),
    Home: 0,
    End: last,
  }
  return targets[key]
}
