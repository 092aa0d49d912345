import type { Plugin } from './plugin.ts'
import type { Subscribe } from './subscribe.ts'
import { token } from './token.ts'

/** The phase in which a plugin failed. */
export type FaultPhase = 'register' | 'import' | 'activate' | 'render' | 'run'

/** A failure of a plugin. */
export interface PluginFault {
  readonly phase: FaultPhase
  /** A sentence for the user that names the plugin and the problem. */
  readonly reason: string
  /** The text that "Copy report" copies: the reason, versions, and the stack where there is one. */
  readonly report: string
}

/**
 * `faulty`: a panel, page or command of it failed and was contained; the rest works. `quarantined`: it could not be
 * registered or started, and contributes nothing.
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
   * Adds a third-party plugin, in place of an added one with the same id. Its keys are only suggestions.
   * @throws if its id is that of a plugin of the product
   */
  add(plugin: Plugin): Promise<void>
  /** Removes an added plugin with all of its contributions. */
  remove(id: string): Promise<void>
  readonly subscribe: Subscribe
}
export const Plugins = token<PluginsService>('core.plugins', 1)
