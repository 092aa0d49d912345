import type { ComponentType, ReactNode } from 'react'
import { use, useSyncExternalStore } from 'react'

import { moduleOf } from '../module.ts'
import type { SlotPoint } from '../slot.ts'
import type { OwnedFill } from './host.tsx'
import { useHost } from './host.tsx'
import { PluginBoundary } from './plugin-boundary.tsx'

export interface SlotProps<Props extends object> {
  point: SlotPoint<Props>
  props: NoInfer<Props>
  /** Shown in place of a panel while its code loads; grey lines unless given. */
  fallback?: ReactNode
  /** Shown while nobody fills the slot. */
  children?: ReactNode
}

/** The panels of a slot right now. */
export function useFills({ id, major }: SlotPoint<never>): readonly OwnedFill[] {
  const { slots } = useHost()
  return useSyncExternalStore(slots.subscribe, () => slots.get(id, major))
}

/** Renders what plugins put into a slot, each in its own boundary. */
export function Slot<Props extends object>({ point, props, fallback, children }: SlotProps<Props>) {
  const fills = useFills(point)
  if (fills.length === 0) return children
  return fills.map((fill) => <Fill key={fill.id} fill={fill} props={props} fallback={fallback} />)
}

interface FillProps {
  fill: OwnedFill
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
export function Panel({ fill, props }: { fill: OwnedFill; props: object }) {
  // `fill` checked the component's props against the slot's; a lazily loaded one cannot show them here.
  const { default: View } = use(moduleOf(fill, nameOf(fill))) as { default: ComponentType<object> }
  return <View {...props} />
}

const nameOf = ({ id }: OwnedFill): string => `The panel ${id}`
