import type { Host, OwnedFill } from '@typecase/plugin-sdk/react/host'
import type { FactStoreService } from '@typecase/plugin-sdk/services'

import type { Contribution, Registry } from './registry.ts'
import { createVisible } from './visible.ts'

const none: readonly OwnedFill[] = []

/** Creates the store of visible panels by slot, which `<Slot>` reads. */
export function createSlots(registry: Registry, facts: FactStoreService): Host['slots'] {
  const visible = createVisible('slots', registry, facts)
  let source: readonly Contribution<'slots'>[] | undefined
  let bySlot: ReadonlyMap<string, readonly OwnedFill[]> = new Map()

  return {
    subscribe: visible.subscribe,
    get(name) {
      const now = visible.get()
      if (now !== source) {
        source = now
        bySlot = group(now)
      }
      return bySlot.get(name) ?? none
    },
  }
}

function group(fills: readonly Contribution<'slots'>[]): Map<string, readonly OwnedFill[]> {
  const owned = fills.map(({ owner, item }) => ({ ...item, owner }))
  return Map.groupBy(owned, ({ slot }) => slot)
}
