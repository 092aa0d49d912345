import type { ComponentType, ReactNode } from 'react'
import { use, useSyncExternalStore } from 'react'

import { moduleOf } from '../module.ts'
import type { SlotName, Slots } from '../slot.ts'
import type { OwnedFill } from './host.tsx'
import { useHost } from './host.tsx'
import { PluginBoundary } from './plugin-boundary.tsx'

export interface SlotProps<Name extends SlotName> {
  name: Name
  props: Slots[Name]
  /** Shown in place of a panel while its code loads; grey lines unless given. */
  fallback?: ReactNode
  /** Shown while nobody fills the slot. */
  children?: ReactNode
}

/** The panels of a slot right now. */
export function useFills(name: SlotName): readonly OwnedFill[] {
  const { slots } = useHost()
  return useSyncExternalStore(slots.subscribe, () => slots.get(name))
}

/** Renders what plugins put into a slot, each in its own boundary. */
export function Slot<Name extends SlotName>({ name, props, fallback, children }: SlotProps<Name>) {
  const fills = useFills(name)
  if (fills.length === 0) return children
  return fills.map((fill) => <Fill key={fill.id} fill={fill} props={props} fallback={fallback} />)
}

interface FillProps {
  fill: Pick<OwnedFill, 'id' | 'owner'> & { load(): Promise<unknown> }
  props: object
  fallback?: ReactNode
}

/** One panel, in a boundary of its own. */
export function Fill({ fill, props, fallback }: FillProps) {
  return (
    <PluginBoundary owner={fill.owner} fallback={fallback}>
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
