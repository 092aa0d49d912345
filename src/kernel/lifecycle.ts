import type { Plugin } from '@typecase/plugin-sdk/plugin'
import type { AnyToken } from '@typecase/plugin-sdk/token'
import { within } from '@typecase/plugin-sdk/within'

import { type Activation, ActivationError, startPlugin } from './activation.ts'
import { type Entry, isCandidate } from './entry.ts'
import { describeFault } from './faults.ts'
import type { createRegistry } from './registry.ts'
import { providersOf, resolve } from './resolve.ts'
import type { ServiceContainer } from './services.ts'

export type RemovalReason = 'disabled' | 'faulty' | 'replaced'

/** Called before a plugin is removed. It may delay the removal: the router leaves the plugin's pages first. */
export type BeforeRemove = (owner: string, reason: RemovalReason) => void | Promise<void>

interface Parts {
  readonly entries: ReadonlyMap<string, Entry>
  readonly registry: ReturnType<typeof createRegistry>
  readonly services: ServiceContainer
  readonly coreTokens: () => readonly AnyToken[]
  readonly beforeRemove: ReadonlySet<BeforeRemove>
  /** Called when an entry's status changed. */
  readonly onChange: () => void
}

/**
 * Synchronises the registry with the entries after each change. The first run is synchronous, so everything is in place
 * before the first paint.
 * @returns a function to call after each change; its promise resolves when registry and entries agree
 */
export function createLifecycle(parts: Parts): () => Promise<void> {
  const { entries, registry, services, onChange: changed } = parts
  let settling: Promise<void> | undefined
  let isDirty = false

  function settle(): Promise<void> {
    isDirty = true
    settling ??= settleAll()
    return settling
  }

  async function settleAll(): Promise<void> {
    try {
      while (isDirty) {
        isDirty = false
        await settleOnce()
      }
    } finally {
      settling = undefined
    }
  }

  async function settleOnce(): Promise<void> {
    const accepted = decide()
    const leaving = registry.plugins().filter((plugin) => !accepted.includes(plugin))
    if (leaving.length > 0) {
      await Promise.all(leaving.map((plugin) => announceRemoval(plugin)))
      // Another change may have arrived while the listeners were called.
      if (isDirty) return
    }
    const plugins = registry.plugins()
    const stale = dependentsOf(leaving, accepted).filter((plugin) => plugins.includes(plugin))
    const fresh = accepted.filter((plugin) => !plugins.includes(plugin) || stale.includes(plugin))
    for (const plugin of [...leaving, ...stale]) stop(plugin)
    for (const plugin of fresh) {
      for (const provision of plugin.provides ?? []) services.add(plugin.id, provision)
    }
    registry.setPlugins(accepted)
    for (const plugin of fresh) start(plugin, accepted)
    changed()
  }

  /** Selects the plugins to use, and records in the entries why the others are rejected. */
  function decide(): readonly Plugin[] {
    const all = [...entries.values()]
    const candidates = all.filter(isCandidate)
    const absent = all.filter((entry) => !isCandidate(entry)).flatMap(({ plugin }) => plugin ?? [])
    const { accepted, rejected } = resolve(
      candidates.map(({ plugin }) => plugin),
      parts.coreTokens(),
      absent,
    )
    for (const entry of all) {
      const error = isCandidate(entry) ? rejected.get(entry.plugin.id) : undefined
      entry.rejection = error && describeFault(entry.plugin ?? entry, 'register', error)
    }
    return accepted
  }

  async function announceRemoval(plugin: Plugin): Promise<void> {
    const entry = entries.get(plugin.id)
    const isReplaced = entry !== undefined && isCandidate(entry) && !entry.rejection
    const reason = isReplaced ? 'replaced' : entry?.isDisabled ? 'disabled' : 'faulty'
    for (const listener of parts.beforeRemove) {
      try {
        await within(() => listener(plugin.id, reason), `Leaving the plugin “${plugin.id}”`)
      } catch (error) {
        reportError(error)
      }
    }
  }

  function stop(plugin: Plugin): void {
    services.removeOwner(plugin.id)
    const entry = entries.get(plugin.id)
    if (!entry) return
    entry.activation?.stop()
    entry.activation = undefined
    entry.isStarted = false
  }

  function start(plugin: Plugin, accepted: readonly Plugin[]): void {
    const entry = entries.get(plugin.id)
    if (!entry) return
    const needed = providersOf(plugin, accepted).flatMap(
      ({ id }) => entries.get(id)?.activation?.done ?? [],
    )
    const activation = startPlugin(plugin, services, needed)
    entry.activation = activation
    if (!plugin.activate) entry.isStarted = true
    void finish(entry, plugin, activation)
  }

  async function finish(entry: Entry, plugin: Plugin, activation: Activation): Promise<void> {
    try {
      await activation.done
      if (entry.activation !== activation) return
      entry.isStarted = true
      changed()
    } catch (error) {
      if (entry.activation !== activation) return
      const phase = error instanceof ActivationError ? error.phase : 'activate'
      entry.fault = describeFault(plugin, phase, error)
      await settle()
    }
  }

  return settle
}

/** Returns the plugins that use a service of a removed plugin, directly or indirectly, and have to be restarted. */
function dependentsOf(removedPlugins: readonly Plugin[], among: readonly Plugin[]): Plugin[] {
  const direct = among.filter(
    (plugin) => !removedPlugins.includes(plugin) && providersOf(plugin, removedPlugins).length > 0,
  )
  return direct.length === 0 ? [] : [...new Set([...direct, ...dependentsOf(direct, among)])]
}
