import type { FactStoreService } from '@typecase/plugin-sdk/services'
import type { Subscribe } from '@typecase/plugin-sdk/subscribe'
import { holds } from '@typecase/plugin-sdk/when'

import type { Contribution, Registry } from './registry.ts'

/** A store of the contributions of one kind whose condition holds. */
export interface Visible<K extends 'nav' | 'slots' | 'sources' | 'routes'> {
  /** The visible contributions in order; the same array until one is added or removed. */
  readonly get: () => readonly Contribution<K>[]
  readonly subscribe: Subscribe
}

/** Creates the store. It watches both the registry and the facts, for the sidebar, slots and palette sources. */
export function createVisible<K extends 'nav' | 'slots' | 'sources' | 'routes'>(
  kind: K,
  registry: Registry,
  facts: FactStoreService,
): Visible<K> {
  let last: readonly Contribution<K>[] = []
  return {
    get() {
      const now = registry.get(kind).filter(({ item }) => holds(item.when, facts.get()))
      const isSame =
        now.length === last.length && now.every((value, index) => value === last[index])
      if (!isSame) last = now
      return last
    },
    subscribe(listener) {
      const leaveRegistry = registry.subscribe(listener)
      const leaveFacts = facts.subscribe(listener)
      return () => {
        leaveRegistry()
        leaveFacts()
      }
    },
  }
}
