import { isComposing, indexAfterKey } from '@typecase/ui/keyboard'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'

import { Focus } from '../focus.ts'
import { listPage } from '../list-page.ts'
import { useProvideFacts } from './facts.tsx'
import { usePageHandle } from './page-handle.tsx'
import { useService } from './services.tsx'

/** The result of `useListKeys`. */
export interface ListKeys {
  /** Props for the element around the rows. */
  readonly list: {
    readonly ref: (element: HTMLElement | null) => void
    readonly onFocus: (event: FocusEvent) => void
    readonly onKeyDown: (event: KeyboardEvent) => void
  }
  /** The row that has the focus, or had it last. */
  readonly currentID: string | undefined
  /**
   * Whether Tab stops at the controls of a row: only at those of the current row, or of the first if none is current.
   */
  readonly isTabStop: (id: string) => boolean
}

interface ListKeysOptions {
  /** Selects or deselects a row; missing if rows cannot be selected. */
  onToggle?: (id: string) => void
  /** Id of the command that creates an item of the list; its plugin binds `n` to it. */
  creates?: string
  /** The row from which `j` and `k` start, the first by default. When it changes, they continue from the new row. */
  initialID?: string | undefined
}

/**
 * Adds the keys that every list has: `j` and `k` anywhere on the page; arrows, Page up and down, Home and End within
 * the list; `x` to select. The link or check box of each row needs the row's id in `data-row`; the rows of a grid need
 * nothing. Enter is left to that element.
 * @param ids the rows on screen, in order
 */
export function useListKeys(
  ids: readonly string[],
  { onToggle, creates, initialID }: ListKeysOptions = {},
): ListKeys {
  const root = useRef<HTMLElement>(null)
  const focus = useService(Focus)
  const [currentID, setCurrentID] = useState(initialID)
  const [lastInitialID, setLastInitialID] = useState(initialID)
  if (initialID !== undefined && initialID !== lastInitialID) {
    setLastInitialID(initialID)
    setCurrentID(initialID)
  }
  const index = currentID === undefined ? -1 : ids.indexOf(currentID)

  function goTo(at: number): void {
    const id = ids[Math.min(Math.max(at, 0), ids.length - 1)]
    if (id === undefined) return
    const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector)
    const row = find(`[data-row="${CSS.escape(id)}"]`)
    // For a check box, `data-row` is on the label around the input.
    const target = row?.querySelector('input') ?? row
    focus.moveTo(target ?? find(`[role="row"][data-key="${CSS.escape(id)}"]`))
  }

  /** Moves the focus by `by` rows; from outside the list, to the current row or the first. */
  function move(by: number): void {
    const isInside = root.current?.contains(document.activeElement) === true
    goTo(isInside || !Number.isFinite(by) ? index + by : Math.max(index, 0))
  }

  function toggle(): void {
    const id = ids[Math.max(index, 0)]
    if (id === undefined || !onToggle) return
    goTo(Math.max(index, 0))
    onToggle(id)
  }

  usePageHandle(listPage, { move, toggle })
  useProvideFacts({
    'list.rowCount': ids.length > 0 ? ids.length : undefined,
    'list.creates': creates,
  })

  function onKeyDown(event: KeyboardEvent): void {
    const { key, target, altKey, metaKey, ctrlKey, shiftKey } = event
    if (isComposing(event) || altKey || metaKey || ctrlKey || shiftKey) return
    // Buttons in a row handle their own keys, and so does a grid.
    if (!(target instanceof HTMLElement) || !target.closest('[data-row]')) return
    const to = indexAfterKey(key, index, { count: ids.length })
    if (to === undefined) return
    event.preventDefault()
    goTo(to)
  }

  return {
    list: {
      ref: (element) => {
        root.current = element
      },
      onKeyDown,
      onFocus({ target }) {
        const id = rowOf(target, ids)
        if (id !== undefined) setCurrentID(id)
      },
    },
    currentID: index === -1 ? undefined : currentID,
    isTabStop: (id) => id === ids[Math.max(index, 0)],
  }
}

/**
 * Returns the id of the row around an element: the `data-row` of a marked element in the row, or the row's `data-key`.
 */
function rowOf(element: Element, ids: readonly string[]): string | undefined {
  const row = element.closest<HTMLElement>('[role="row"], li')
  const marked = row?.querySelector<HTMLElement>('[data-row]')
  const id = marked?.dataset['row'] ?? row?.dataset['key']
  return id !== undefined && ids.includes(id) ? id : undefined
}
