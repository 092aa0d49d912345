import type {
  FactStoreService,
  SelectionService,
  SelectionValue,
} from '@typecase/plugin-sdk/services'

import { createStore } from '../kernel/store.ts'

/** Creates the selection, which is also published as facts so that commands can depend on it. */
export function createSelection(facts: Pick<FactStoreService, 'set'>): SelectionService {
  const store = createStore<SelectionValue | undefined>(undefined)

  function set(value: SelectionValue | undefined): void {
    const isNothing = value && (value.query ? value.total === 0 : value.ids.length === 0)
    const next = isNothing ? undefined : value
    facts.set({
      'selection.kind': next?.kind,
      'selection.ids': next?.ids,
      'selection.count': next && (next.query ? (next.total ?? next.ids.length) : next.ids.length),
      'selection.query': next?.query,
      'selection.except': next?.except,
    })
    store.set(next)
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    set,
    clear(kind) {
      const now = store.get()
      if (now && (kind === undefined || now.kind === kind)) set(undefined)
    },
  }
}
