import type { AnyCommand } from './command.ts'
import type { FactDeclaration } from './facts.ts'
import type { KeyBinding, WidgetKeys } from './keys.ts'
import type { NavItem } from './nav.ts'
import type { AnyRoute } from './route.ts'
import type { SlotFill, SlotName } from './slot.ts'
import type { Source } from './source.ts'
import type { AnyToken, Provision, Services } from './token.ts'

/** Undoes what `activate` set up. */
export type Dispose = () => void

/** The parameter of `activate`. */
export interface ActivateContext {
  readonly services: Services
  /** Aborted when the plugin is disabled, replaced or times out. */
  readonly signal: AbortSignal
}

/** The exports of a plugin's `activate` module, for work that outlives a page. Rarely needed. */
export interface ActivateModule {
  activate(context: ActivateContext): void | Dispose | Promise<void | Dispose>
}

/** Contributions that no page needs before it is shown. */
export interface PluginPart {
  readonly commands?: readonly AnyCommand[]
  readonly sources?: readonly Source[]
  readonly keys?: readonly KeyBinding[]
  readonly widgetKeys?: readonly WidgetKeys[]
  readonly facts?: readonly FactDeclaration[]
}

/**
 * A plugin: plain data, with every function that does work behind `() => import()`. Every user loads it at the start,
 * so it should stay below 3 kB.
 */
export interface Plugin extends PluginPart {
  /** Lower-case words joined by `-`. Ids of everything it contributes begin with `<id>.` */
  readonly id: string
  readonly version: string
  /** Major version of the SDK that it was written for. */
  readonly api: 1
  readonly title: string
  readonly description?: string
  readonly icon?: string
  /** Among plugins that do not need each other, lower comes first; 100 by default. */
  readonly order?: number
  /** Services that it requires. If one is missing, the plugin is quarantined with a message. */
  readonly needs?: readonly AnyToken[]
  /** Services that it uses if they are available. */
  readonly wants?: readonly AnyToken[]
  readonly provides?: readonly Provision[]
  readonly routes?: readonly AnyRoute[]
  readonly slots?: readonly SlotFill[]
  /** The slots that its own pages render. A panel for a slot that no one offers is reported in development. */
  readonly offers?: readonly SlotName[]
  readonly nav?: readonly NavItem[]
  /**
   * The rest of a plugin that would exceed 3 kB, as a second data module. It loads before the first page for signed-in
   * users, and at idle time for others.
   */
  readonly later?: () => Promise<{ readonly default: PluginPart }>
  readonly activate?: () => Promise<ActivateModule>
}

/**
 * Declares a plugin. `plugins/<id>/plugin.ts` exports it as default; there is no list to edit.
 * @example export default definePlugin({ id: 'media', version: '1.0.0', api: 1, title: 'Media', commands: [upload] })
 */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin
}
