import { formatCount } from '@typecase/ui/count'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { useSelection } from '@typecase/plugin-sdk/react/selection'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Announcer } from '@typecase/plugin-sdk/services'
import { useRef } from 'react'

import {
  type Anchor,
  coverage,
  extend,
  invert,
  onScreen,
  toggle,
  toggleAll,
  toggleInAll,
} from '../list/selection-model.ts'

interface ListRows {
  /** Ids of the rows on screen. */
  rows: readonly string[]
  query: ListQuery
  /** Number of rows in the whole list. */
  total: number
}

/** Manages which rows are selected. */
export function useGridSelection({ rows, query, total }: ListRows) {
  const announcer = useService(Announcer)
  const { value, set } = useSelection('object')
  const anchor = useRef<Anchor>(undefined)
  // "All that match" applies to every page.
  const isAll = value?.query !== undefined
  const selected = onScreen(rows, value)
  const selectedIds = new Set(selected)

  function selectMatching(): void {
    set(rows, total > rows.length ? { query, total } : {})
    announcer.say(`Selected all ${formatCount(total, 'object')} that match.`)
  }

  return {
    has: (id: string) => selectedIds.has(id),
    coverage: coverage(rows, selected),
    isAll,
    /** Selects rows, including rows on other pages. */
    add(ids: readonly string[]) {
      const before = isAll ? [] : (value?.ids ?? [])
      set([...new Set([...before, ...ids])])
    },
    remove(ids: readonly string[]) {
      if (isAll) {
        const { ids: remaining, ...all } = toggleInAll(
          rows,
          value,
          ids.filter((id) => selectedIds.has(id)),
        )
        return set(remaining, all)
      }
      const deletedIds = new Set(ids)
      set(selected.filter((id) => !deletedIds.has(id)))
    },
    toggle(id: string) {
      const next = toggle(selected, id)
      // The next extension starts at the row chosen last.
      anchor.current = { id, before: next }
      if (!isAll) return set(next)
      const { ids, ...all } = toggleInAll(rows, value, [id])
      set(ids, all)
    },
    /** Selects up to a row, from where the extension began or else from the row `from`. */
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
        rows.filter((id) => !selectedIds.has(id)),
      )
      set(ids, all)
    },
    selectAll() {
      const ids = value?.ids ?? []
      if (total > rows.length && coverage(rows, ids) === 'all') return selectMatching()
      set([...new Set([...ids, ...rows])])
      announcer.say(`Selected ${formatCount(rows.length, 'object')} on this page.`)
    },
    selectMatching,
    invert() {
      const { ids, ...all } = invert({ rows, query, total }, value)
      set(ids, all)
      announcer.say(`Selected ${formatCount(all.query ? (all.total ?? 0) : ids.length, 'object')}.`)
    },
    /** Makes the next extension begin at a new row. */
    forgetAnchor: () => (anchor.current = undefined),
  }
}

export type GridSelection = ReturnType<typeof useGridSelection>
