import type { OwnedFill } from '@typecase/plugin-sdk/react/host'
import { useHost } from '@typecase/plugin-sdk/react/host'
import { PluginBoundary } from '@typecase/plugin-sdk/react/plugin-boundary'
import type { SlotPoint } from '@typecase/plugin-sdk/slot'
import { within } from '@typecase/plugin-sdk/within'
import type { ComponentType, ReactNode } from 'react'
import { lazy, useState, useSyncExternalStore } from 'react'

type View = ComponentType<object>

/** The panels of a slot right now. */
export function useFills({ id, major }: SlotPoint<never>): readonly OwnedFill[] {
  const { slots } = useHost()
  return useSyncExternalStore(slots.subscribe, () => slots.get(id, major))
}

/** A slot of the frame: unlike the SDK's, it shows nothing while a panel loads, because bars must not jump. */
export function CoreSlot<Props extends object>({
  point,
  props,
  children,
}: {
  point: SlotPoint<Props>
  props: NoInfer<Props>
  children?: ReactNode
}) {
  const fills = useFills(point)
  if (fills.length === 0) return children
  return fills.map((fill) => <Fill key={fill.id} fill={fill} props={props} />)
}

function Fill({ fill, props }: { fill: OwnedFill; props: object }) {
  const [View, setView] = useState(() => viewOf(fill))
  function handleRetry() {
    views.delete(fill.load)
    const fresh = viewOf(fill)
    setView(() => fresh)
  }
  return (
    <PluginBoundary owner={fill.owner} fallback={<></>} onRetry={handleRetry}>
      <View {...props} />
    </PluginBoundary>
  )
}

const views = new WeakMap<OwnedFill['load'], View>()

/** The component of a panel, the same one wherever it is shown. */
export function viewOf(fill: OwnedFill): View {
  const known = views.get(fill.load)
  if (known) return known
  // `fill` checked the component's props against the slot's; a lazily loaded one cannot show them here.
  const load = fill.load as unknown as () => Promise<{ default: View }>
  const view: View = lazy(() => within(load, `The panel ${fill.id}`))
  views.set(fill.load, view)
  return view
}
