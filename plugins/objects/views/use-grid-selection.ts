import { useSelection } from '@typecase/plugin-sdk/react/selection'
import { useRef } from 'react'

import {
  type Anchor,
  coverage,
  extend,
  onScreen,
  toggle,
  toggleAll,
  toggleInAll,
} from '../list/selection-model.ts'

/** Which rows are selected, and how to change that. */
export function useGridSelection(rows: readonly string[]) {
  const { value, set } = useSelection('object')
  const anchor = useRef<Anchor>(undefined)
  // "All that match" holds whatever page is on screen.
  const isAll = value?.query !== undefined
  const selected = onScreen(rows, value)
  const chosen = new Set(selected)

  return {
    has: (id: string) => chosen.has(id),
    coverage: coverage(rows, selected),
    toggle(id: string) {
      const next = toggle(selected, id)
      // Extending goes on from the row last chosen.
      anchor.current = { id, before: next }
      if (!isAll) return set(next)
      const { ids, ...all } = toggleInAll(rows, value, [id])
      set(ids, all)
    },
    /** Selects up to a row: from where extending began, else from the given one. */
    extendTo(id: string, from: string) {
      anchor.current ??= { id: from, before: selected }
      set(extend(rows, anchor.current, id))
    },
    toggleAll() {
      const isPart = coverage(rows, selected) !== 'all'
      if (!isAll || !isPart) return set(toggleAll(rows, selected))
      const { ids, ...all } = toggleInAll(
        rows,
        value,
        rows.filter((id) => !chosen.has(id)),
      )
      set(ids, all)
    },
    /** The next extension begins anew. */
    forgetAnchor: () => (anchor.current = undefined),
  }
}

export type GridSelection = ReturnType<typeof useGridSelection>
