import type { Plugin } from './plugin.ts'
import type { Subscribe } from './subscribe.ts'
import { token } from './token.ts'

/** Where a plugin failed. */
export type FaultPhase = 'register' | 'import' | 'activate' | 'render' | 'run'

/** Why a plugin was set aside. */
export interface PluginFault {
  readonly phase: FaultPhase
  /** A sentence for people, naming the plugin and what is wrong. */
  readonly reason: string
  /** The text that "Copy report" copies: the reason, versions, and the stack where there is one. */
  readonly report: string
}

/**
 * `faulty`: one panel, page or command of it failed and was contained; the rest of it works.
 * `quarantined`: it could not be taken up at all, and contributes nothing.
 */
export type PluginStatus =
  | 'registered'
  | 'activating'
  | 'active'
  | 'faulty'
  | 'disabled'
  | 'quarantined'

/** A plugin as the list of plugins shows it. */
export interface PluginInfo {
  readonly id: string
  readonly title: string
  readonly version: string
  readonly description?: string
  readonly icon?: string
  readonly status: PluginStatus
  readonly fault?: PluginFault
}

/** The plugins of this page. */
export interface PluginsService {
  list(): readonly PluginInfo[]
  enable(id: string): Promise<void>
  disable(id: string): Promise<void>
  /** Tries a quarantined plugin again; forgets the fault of a faulty one. */
  retry(id: string): Promise<void>
  /**
   * Takes a plugin of a third party up, in place of the one with its id where there is one. Its keys are suggestions.
   * @throws when its id is that of a plugin of the product
   */
  add(plugin: Plugin): Promise<void>
  /** Takes a plugin that was added away, with all that it contributed. */
  remove(id: string): Promise<void>
  readonly subscribe: Subscribe
}
export const Plugins = token<PluginsService>('core.plugins', 1)
