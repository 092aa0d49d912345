import type { ComponentType, ReactNode } from 'react'

import type { When } from './when.ts'

/**
 * Slots of the interface that plugins can fill, with the props of their panels. These are the slots of the frame; slots
 * of pages about content are in `@typecase/content/slots`. A plugin that adds a slot names it in `offers` and adds its
 * props:
 *
 * @example
 * declare module '@typecase/plugin-sdk/slot' {
 *   interface Slots { 'media.details': { name: string } }
 * }
 *
 * If props change incompatibly, the slot gets a new name, such as `media.details-2`, and both are offered for one
 * release.
 */
export interface Slots {
  /** Crumbs before the page's title in the top bar, one for each panel: workspace 10, project 20, bucket 30. */
  'shell.path': object
  /** Buttons in the top bar between the command field and help. */
  'shell.top': object
  /** The help button in the top bar; replaces the frame's own button. */
  'shell.help': object
  /** Rows of the user's menu; `close` closes it. */
  'shell.user': { close: () => void }
  /**
   * Below the rows of the sidebar while it is expanded: trees of object types, folders and views. Where the sidebar
   * lies over the page, call `onNavigate` when the user follows a link in it.
   */
  'shell.sidebar': { onNavigate?: () => void }
  /** Bottom right, over the page: running jobs. */
  'shell.tray': object
  /** A line above the page that stays until its reason is gone. */
  'shell.banner': object
  /** Invisible elements on every page, such as dialogs that open without an action of the user. */
  'shell.overlays': object
  /** Around everything: renders `children`, or a step that the user must pass first. A gate that fails is skipped. */
  'shell.gate': { children: ReactNode }
}

/** The name of a slot: `shell.tray`. */
export type SlotName = keyof Slots

/** Data of a fill other than its panel, for slots that need it. Extended in the same way as `Slots`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface SlotInfo {}

/** One panel put into a slot; made by `fill`. */
export interface SlotFill {
  readonly id: string
  readonly slot: SlotName
  /** Names the panel where its slot lists panels, as settings do. */
  readonly title?: string
  readonly icon?: string
  readonly order: number
  readonly when?: When
  readonly info?: unknown
  readonly load: () => Promise<{ default: ComponentType<never> }>
}

/** The settings of a panel. Lower `order` comes first; 100 by default. */
export type FillOptions<Name extends SlotName> = {
  readonly id: string
  readonly title?: string
  readonly icon?: string
  readonly order?: number
  readonly when?: When
  readonly load: () => Promise<{ default: ComponentType<Slots[Name]> }>
} & (Name extends keyof SlotInfo ? { readonly info: SlotInfo[Name] } : unknown)

/** Puts a panel into a slot: `fill('shell.tray', { id: 'jobs.tray', load: () => import('./tray.tsx') })`. */
export function fill<Name extends SlotName>(name: Name, options: FillOptions<Name>): SlotFill {
  // The panel's props are type-checked here; only a <Slot> of the same name renders it.
  const { order = 100, ...rest } = options as unknown as Omit<SlotFill, 'slot' | 'order'> & {
    order?: number
  }
  return { ...rest, order, slot: name }
}
