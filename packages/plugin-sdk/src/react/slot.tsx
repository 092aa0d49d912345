import type { ComponentType, ReactNode } from 'react'
import { use, useSyncExternalStore } from 'react'

import { moduleOf } from '../module.ts'
import type { SlotName, Slots } from '../slot.ts'
import { type OwnedFill, useHost } from './host.tsx'
import { PluginBoundary } from './plugin-boundary.tsx'

export interface SlotProps<Name extends SlotName> {
  name: Name
  props: Slots[Name]
  /** Shown instead of a panel while its code loads; grey lines by default. */
  fallback?: ReactNode
  /**
   * For a part of a bar, a line or a cell: nothing while code loads, and a failure takes no more room than a button.
   */
  isInline?: boolean | undefined
  /** Shown while no panel fills the slot. */
  children?: ReactNode
}

/** Returns the current panels of a slot. */
export function useFills(name: SlotName): readonly OwnedFill[] {
  const { slots } = useHost()
  return useSyncExternalStore(slots.subscribe, () => slots.get(name))
}

/** Renders the panels of a slot, each in its own error boundary. */
export function Slot<Name extends SlotName>({ name, children, ...rest }: SlotProps<Name>) {
  const fills = useFills(name)
  if (fills.length === 0) return children
  return fills.map((fill) => <Fill key={fill.id} fill={fill} {...rest} />)
}

interface FillProps extends Pick<SlotProps<SlotName>, 'fallback' | 'isInline'> {
  fill: Pick<OwnedFill, 'id' | 'owner'> & { load(): Promise<unknown> }
  props: object
}

/** Renders one panel in its own error boundary. */
export function Fill({ fill, props, ...rest }: FillProps) {
  return (
    <PluginBoundary owner={fill.owner} {...rest}>
      <Panel fill={fill} props={props} />
    </PluginBoundary>
  )
}

/** Renders one panel; suspends until its code is loaded. */
export function Panel({ fill, props }: Pick<FillProps, 'fill' | 'props'>) {
  // `fill` checked the component's props against the slot's; the type of a lazily loaded component cannot show that.
  const { default: View } = use(moduleOf(fill, nameOf(fill))) as { default: ComponentType<object> }
  return <View {...props} />
}

const nameOf = ({ id }: FillProps['fill']): string => `The panel ${id}`
