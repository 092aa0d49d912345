import { useSelection } from '@typecase/plugin-sdk/react/selection'
import { useRef } from 'react'

import { type Anchor, coverage, extend, toggle, toggleAll } from '../list/selection-model.ts'

/** Which rows are selected, and how to change that. */
export function useGridSelection(rows: readonly string[]) {
  const { ids, value, set } = useSelection('object')
  const anchor = useRef<Anchor>(undefined)
  // "All that match" holds whatever page is on screen.
  const isAll = value?.query !== undefined
  const chosen = new Set(isAll ? rows : ids)
  const selected = isAll ? rows : ids

  return {
    has: (id: string) => chosen.has(id),
    coverage: coverage(rows, selected),
    toggle(id: string) {
      const next = toggle(selected, id)
      // Extending goes on from the row last chosen.
      anchor.current = { id, before: next }
      set(next)
    },
    /** Selects up to a row: from where extending began, else from the given one. */
    extendTo(id: string, from: string) {
      anchor.current ??= { id: from, before: selected }
      set(extend(rows, anchor.current, id))
    },
    toggleAll: () => set(toggleAll(rows, selected)),
    /** The next extension begins anew. */
    forgetAnchor: () => (anchor.current = undefined),
  }
}

export type GridSelection = ReturnType<typeof useGridSelection>
