import type { Schema } from '@typecase/contract/endpoint'

import type { AnyCommand } from './command.ts'
import type { FactDeclaration } from './facts.ts'
import type { KeyBinding } from './keys.ts'
import type { NavItem } from './nav.ts'
import type { AnyRoute } from './route.ts'
import type { SlotFill } from './slot.ts'
import type { Source } from './source.ts'
import type { AnyToken, Provision, Services } from './token.ts'

/** Takes back what was set up. */
export type Dispose = () => void

export interface ActivateContext {
  readonly services: Services
  /** Aborted when the plugin is disabled, replaced or times out. */
  readonly signal: AbortSignal
}

/** What a plugin's `activate` module exports, for work that outlives a page. Rarely needed. */
export interface ActivateModule {
  activate(context: ActivateContext): void | Dispose | Promise<void | Dispose>
}

/**
 * A plugin: plain data, with every function that does work behind `() => import()`.
 * It is loaded for every user at the start, so it should stay below 3 kB.
 */
export interface Plugin {
  /** Lower-case words joined by `-`. Ids of everything it contributes begin with `<id>.` */
  readonly id: string
  readonly version: string
  /** Major of the SDK it was written for. */
  readonly api: 1
  readonly title: string
  readonly description?: string
  readonly icon?: string
  /** Among plugins that do not need each other, lower comes first; 100 unless given. */
  readonly order?: number
  /** Services without which it cannot work: if one is missing, the plugin is set aside and says so. */
  readonly needs?: readonly AnyToken[]
  /** Services it uses when they are there. */
  readonly wants?: readonly AnyToken[]
  readonly provides?: readonly Provision[]
  readonly routes?: readonly AnyRoute[]
  readonly commands?: readonly AnyCommand[]
  readonly sources?: readonly Source[]
  readonly keys?: readonly KeyBinding[]
  readonly slots?: readonly SlotFill[]
  readonly nav?: readonly NavItem[]
  readonly facts?: readonly FactDeclaration[]
  /** Schema of what the user may set for it, stored per browser. */
  readonly settings?: () => Schema
  readonly activate?: () => Promise<ActivateModule>
}

/**
 * Declares a plugin. `plugins/<id>/plugin.ts` exports it as default; there is no list to edit.
 * @example export default definePlugin({ id: 'media', version: '1.0.0', api: 1, title: 'Media', commands: [upload] })
 */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin
}
