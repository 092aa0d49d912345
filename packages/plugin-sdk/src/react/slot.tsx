import type { ComponentType, ReactNode } from 'react'
import { lazy, useState, useSyncExternalStore } from 'react'

import type { SlotPoint } from '../slot.ts'
import { within } from '../within.ts'
import type { OwnedFill } from './host.tsx'
import { useHost } from './host.tsx'
import { PluginBoundary } from './plugin-boundary.tsx'

export interface SlotProps<Props extends object> {
  point: SlotPoint<Props>
  props: NoInfer<Props>
  /** Shown while nobody fills the slot. */
  children?: ReactNode
}

/** Renders what plugins put into a slot, each in its own boundary. */
export function Slot<Props extends object>({ point, props, children }: SlotProps<Props>) {
  const { slots } = useHost()
  const fills = useSyncExternalStore(slots.subscribe, () => slots.get(point.id, point.major))
  if (fills.length === 0) return children
  return fills.map((fill) => <Fill key={fill.id} fill={fill} props={props} />)
}

/** One panel, in a boundary of its own. */
export function Fill({ fill, props }: { fill: OwnedFill; props: object }) {
  const [View, setView] = useState(() => viewOf(fill))
  function handleRetry() {
    views.delete(fill.load)
    const fresh = viewOf(fill)
    setView(() => fresh)
  }
  return (
    <PluginBoundary owner={fill.owner} onRetry={handleRetry}>
      <View {...props} />
    </PluginBoundary>
  )
}

type View = ComponentType<object>

/** One lazy component for each panel, whichever places show it. */
const views = new WeakMap<OwnedFill['load'], View>()

function viewOf(fill: OwnedFill): View {
  const known = views.get(fill.load)
  if (known) return known
  // `fill` checked the component's props against the slot's; a lazily loaded one cannot show them here.
  const load = fill.load as unknown as () => Promise<{ default: View }>
  const view: View = lazy(() => within(load, `The panel ${fill.id}`))
  views.set(fill.load, view)
  return view
}
