import type { FactValues } from '@typecase/plugin-sdk/facts'
import { factsIn, holds, unmet } from '@typecase/plugin-sdk/when'
import { implies } from '@typecase/plugin-sdk/when-logic'

import type { FocusContext } from '../focus/focus-context.ts'
import type { ActiveBinding } from './press.ts'

/** Returns the binding to run, of those with the same sequence: the most specific one that applies. */
export function choose(
  bindings: readonly ActiveBinding[],
  facts: FactValues,
): ActiveBinding | undefined {
  const enabled = bindings.filter(({ when }) => holds(when, facts))
  const [first, ...others] =
    enabled.length > 0 ? enabled : bindings.filter((binding) => applies(binding, facts))
  if (!first) return undefined
  return others.reduce((best, other) => (isBefore(other, best) ? other : best), first)
}

/**
 * Whether a binding applies in this situation. It also does if only a permission is missing, so that the key shows the
 * reason instead of doing nothing.
 */
export function applies({ when }: ActiveBinding, facts: FactValues): boolean {
  if (holds(when, facts)) return true
  const missing = unmet(when, facts)
  return missing.length > 0 && missing.every(({ key }) => key === 'can')
}

/** Whether `a` wins: user's binding first, then narrower condition, then more tests; ids decide ties. */
function isBefore(a: ActiveBinding, b: ActiveBinding): boolean {
  const byUser = Number(a.entry.from === 'user') - Number(b.entry.from === 'user')
  if (byUser !== 0) return byUser > 0
  const narrows = implies(a.when, b.when)
  if (narrows !== implies(b.when, a.when)) return narrows
  const tests = factsIn(a.when).length - factsIn(b.when).length
  return tests === 0 ? a.entry.id < b.entry.id : tests > 0
}

/** Whether a binding may start at the current focus. */
export function mayFire({ entry, presses }: ActiveBinding, context: FocusContext): boolean {
  if (context.isInDialog && !entry.inDialog) return false
  if (context.isInMovable && /^Alt\+Arrow(Up|Down)$/.test(entry.keys)) return false
  const [first] = presses
  // Elsewhere, Space activates the focused element.
  if (first?.name === 'space' && !context.isOnRow) return false
  // A tree only handles keys that type a character, and Escape, which leaves the tree.
  const isTyped = first?.isChord === false && first.binding[2].toString().length === 1
  if (context.isInTypeAhead && (isTyped || entry.keys === 'Escape') && !entry.inText) return false
  if (context.isInField && isTyped && !entry.inText) return false
  if (entry.inText === false) return !context.isInText && !context.isInCode
  return !context.isInText || entry.inText === true || first?.isChord === true
}
