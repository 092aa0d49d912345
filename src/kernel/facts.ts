import type { FactPatch, FactValues } from '@typecase/plugin-sdk/facts'
import type { FactStoreService } from '@typecase/plugin-sdk/services'

import { createListeners } from './store.ts'

/**
 * Creates the store of facts. Values change at once, since a key may be pressed in the same task; listeners are called
 * once for all changes of a task.
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

/** Applies a patch to the facts. @returns the same object when the patch changes nothing */
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

/** Compares lists and sets by their elements, because a page states its facts again each time it renders. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (a instanceof Set && b instanceof Set) {
    return a.size === b.size && [...a].every((value) => b.has(value))
  }
  if (!Array.isArray(a) || !Array.isArray(b)) return false
  return a.length === b.length && a.every((value, index) => Object.is(value, b[index]))
}
