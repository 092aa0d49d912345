import type { ComponentType } from 'react'

import type { When } from './when.ts'

/** A place in the interface that other plugins may fill. Its owner renders `<Slot point={…} />`. */
export interface SlotPoint<Props extends object> {
  readonly id: string
  readonly major: number
  /** Type only: never set. */
  readonly '~props'?: (props: Props) => void
}

/** One panel put into a slot; made by `fill`. */
export interface SlotFill {
  readonly id: string
  readonly slot: { readonly id: string; readonly major: number }
  /** Names the panel where its place lists the panels, as settings do. */
  readonly title?: string
  readonly icon?: string
  readonly order: number
  readonly when?: When
  readonly load: () => Promise<{ default: ComponentType<never> }>
}

/** What a plugin says about its panel. Lower `order` comes first; 100 unless given. */
export interface FillOptions<Props extends object> {
  readonly id: string
  readonly title?: string
  readonly icon?: string
  readonly order?: number
  readonly when?: When
  readonly load: () => Promise<{ default: ComponentType<Props> }>
}

/**
 * Makes a slot.
 * @example export const ObjectInspector = slot<{ objectID: string }>('objects.inspector', 1)
 */
export function slot<Props extends object>(id: string, major: number): SlotPoint<Props> {
  return { id, major }
}

/** Puts a panel into a slot: `fill(ObjectInspector, { id: 'comments.panel', load: () => import('./panel.tsx') })`. */
export function fill<Props extends object>(
  point: SlotPoint<Props>,
  options: FillOptions<NoInfer<Props>>,
): SlotFill {
  const { id, title, icon, order = 100, when, load } = options
  return {
    id,
    ...(title && { title }),
    ...(icon && { icon }),
    order,
    slot: { id: point.id, major: point.major },
    ...(when && { when }),
    // The props are checked here; from now on only <Slot>, which has the same point, renders it.
    load: load as SlotFill['load'],
  }
}
