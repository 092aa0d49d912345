import type { ComponentType, ReactNode } from 'react'
import { use, useSyncExternalStore } from 'react'

import { moduleOf } from '../module.ts'
import type { SlotName, Slots } from '../slot.ts'
import { type OwnedFill, useHost } from './host.tsx'
import { PluginBoundary } from './plugin-boundary.tsx'

export interface SlotProps<Name extends SlotName> {
  name: Name
  props: Slots[Name]
  /** Shown in place of a panel while its code loads; grey lines unless given. */
  fallback?: ReactNode
  /** Part of a bar, a line or a cell: nothing while code loads, and a failure takes no more room than a button. */
  isInline?: boolean | undefined
  /** Shown while no one fills the slot. */
  children?: ReactNode
}

/** The panels of a slot right now. */
export function useFills(name: SlotName): readonly OwnedFill[] {
  const { slots } = useHost()
  return useSyncExternalStore(slots.subscribe, () => slots.get(name))
}

/** Renders what plugins put into a slot, each in its own boundary. */
export function Slot<Name extends SlotName>({ name, children, ...rest }: SlotProps<Name>) {
  const fills = useFills(name)
  if (fills.length === 0) return children
  return fills.map((fill) => <Fill key={fill.id} fill={fill} {...rest} />)
}

interface FillProps extends Pick<SlotProps<SlotName>, 'fallback' | 'isInline'> {
  fill: Pick<OwnedFill, 'id' | 'owner'> & { load(): Promise<unknown> }
  props: object
}

/** One panel, in its own error boundary. */
export function Fill({ fill, props, ...rest }: FillProps) {
  return (
    <PluginBoundary owner={fill.owner} {...rest}>
      <Panel fill={fill} props={props} />
    </PluginBoundary>
  )
}

/** One panel, as soon as its code is there. */
export function Panel({ fill, props }: Pick<FillProps, 'fill' | 'props'>) {
  // `fill` checked the component's props against the slot's; a lazily loaded one cannot show them here.
  const { default: View } = use(moduleOf(fill, nameOf(fill))) as { default: ComponentType<object> }
  return <View {...props} />
}

const nameOf = ({ id }: FillProps['fill']): string => `The panel ${id}`
