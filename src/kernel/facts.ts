import type { FactPatch, FactValues } from '@typecase/plugin-sdk/facts'
import type { FactStoreService } from '@typecase/plugin-sdk/services'

import { createListeners } from './store.ts'

/**
 * The store of facts. Values are in place at once, since a key may be pressed in the same task;
 * listeners hear of all changes of a task together.
 */
export function createFacts(initial: FactValues = {}): FactStoreService {
  let values: FactValues = Object.freeze({ ...initial })
  let isScheduled = false
  const { subscribe, emit } = createListeners()

  function notify(): void {
    isScheduled = false
    emit()
  }

  return {
    get: () => values,
    subscribe,
    set(patch) {
      const next = merge(values, patch)
      if (next === values) return
      values = next
      if (isScheduled) return
      isScheduled = true
      queueMicrotask(notify)
    },
  }
}

/** @returns the same object when the patch changes nothing */
function merge(values: FactValues, patch: FactPatch): FactValues {
  const next: Record<string, unknown> = { ...values }
  let isChanged = false
  for (const [key, value] of Object.entries(patch)) {
    if (isEqual(next[key], value)) continue
    isChanged = true
    if (value === undefined) delete next[key]
    else next[key] = value
  }
  return isChanged ? Object.freeze(next) : values
}

/** Lists and sets are compared by content: a page that renders again states its facts again. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (a instanceof Set && b instanceof Set) {
    return a.size === b.size && [...a].every((value) => b.has(value))
  }
  if (!Array.isArray(a) || !Array.isArray(b)) return false
  return a.length === b.length && a.every((value, index) => Object.is(value, b[index]))
}
