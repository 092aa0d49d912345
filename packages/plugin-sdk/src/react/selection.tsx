import { useSyncExternalStore } from 'react'

import { Selection, type SelectionService, type SelectionValue } from '../services.ts'
import { useService } from './services.tsx'

const nothing: readonly string[] = []

/** Returns the selection of one kind of item, with functions that change it. */
export function useSelection(kind: string): {
  readonly ids: readonly string[]
  /** The whole selection, including the query where "all that match" is selected. */
  readonly value: SelectionValue | undefined
  readonly set: (
    ids: readonly string[],
    all?: Pick<SelectionValue, 'query' | 'total' | 'except'>,
  ) => void
  readonly clear: () => void
} {
  const selection: SelectionService = useService(Selection)
  const value = useSyncExternalStore(selection.subscribe, selection.get)
  const current = value?.kind === kind ? value : undefined
  return {
    ids: current?.ids ?? nothing,
    value: current,
    set: (ids, all) => selection.set({ kind, ids, ...all }),
    clear: () => selection.clear(kind),
  }
}
