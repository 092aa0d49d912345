import type { FactKey, FactValues } from '@typecase/plugin-sdk/facts'
import type { KeysInForce } from '@typecase/plugin-sdk/keymap'
import type { WidgetKeys } from '@typecase/plugin-sdk/keys'
import { holds, type When } from '@typecase/plugin-sdk/when'

import { choose, mayFire } from './choose.ts'
import { closestOf, focusContextOf } from '../focus/focus-context.ts'
import type { ActiveBinding } from './press.ts'

/** Facts about the user, bucket, project or workspace. Bindings that depend only on these are in force on every page. */
const general = /^(can$|session\.|(bucket|project|workspace)\.|route\.(bucketSlug|projectID)$)/

/** Returns the current effect of each key as the first press of a sequence. */
export function keysInForce(
  bindings: readonly ActiveBinding[],
  widgets: readonly WidgetKeys[],
  facts: FactValues,
  focused: Element | null,
): KeysInForce {
  const context = focusContextOf(focused)
  const usable = bindings.filter((one) => mayFire(one, context) && holds(one.when, facts))
  const answering = [...Map.groupBy(usable, ({ entry }) => entry.keys).values()].flatMap(
    (same) => choose(same, facts) ?? [],
  )
  const isLocal = ({ when }: ActiveBinding): boolean =>
    requiredFacts(when).some((key) => !general.test(key))
  const { local = [], general: others = [] } = Object.groupBy(answering, (one) =>
    isLocal(one) ? 'local' : 'general',
  )
  return {
    widgets: widgetsAround(widgets, focused),
    local: local.map(({ entry }) => entry),
    general: others.map(({ entry }) => entry),
  }
}

function widgetsAround(widgets: readonly WidgetKeys[], focused: Element | null): WidgetKeys[] {
  const around = widgets.flatMap((widget) => {
    const element = focused && closestOf(focused, widget.within)
    return element ? [{ widget, element }] : []
  })
  return around
    .toSorted(
      (a, b) => Number(a.element.contains(b.element)) - Number(b.element.contains(a.element)),
    )
    .map(({ widget }) => widget)
}

/** Returns the facts that a condition requires. Facts in negations say nothing about where a binding belongs. */
function requiredFacts(when: When | undefined): readonly FactKey[] {
  if (!when || when.op === 'not') return []
  return when.op === 'and' || when.op === 'or' ? when.of.flatMap(requiredFacts) : [when.key]
}
