import type { Plugin } from '@typecase/plugin-sdk/plugin'
import type { PluginInfo, PluginsService } from '@typecase/plugin-sdk/plugins'
import { Plugins } from '@typecase/plugin-sdk/plugins'
import type { Host as ReactHost } from '@typecase/plugin-sdk/react/host'
import type { FactStoreService, StorageService } from '@typecase/plugin-sdk/services'
import { FactStore } from '@typecase/plugin-sdk/services'
import type { AnyToken, Services, Token } from '@typecase/plugin-sdk/token'
import { provide } from '@typecase/plugin-sdk/token'
import { within } from '@typecase/plugin-sdk/within'

import { type Entry, infoOf } from './entry.ts'
import { createFacts } from './facts.ts'
import { describeFault, PluginError } from './faults.ts'
import { type BeforeRemove, createLifecycle } from './lifecycle.ts'
import { createLater } from './later.ts'
import { withNavCommands } from './nav-commands.ts'
import { createRegistry, type Registry } from './registry.ts'
import { createServices } from './services.ts'
import { createSlots } from './slots.ts'
import { createStore } from './store.ts'

/** How long, in milliseconds, the host waits for slow plugins so that all of them start together. */
export const PATIENCE = 1_000
/** Key under which the ids of the plugins that the user switched off are stored. */
const DISABLED_KEY = 'core.disabled-plugins'

/** Functions that load a plugin's module, by plugin id. */
export type PluginModules = Readonly<Record<string, () => Promise<unknown>>>

/** The kernel: registers plugins, isolates faulty ones from the others, and knows none of them by name. */
export interface Host {
  readonly registry: Registry
  readonly facts: FactStoreService
  readonly services: Services
  /** The props of `HostProvider`. */
  readonly react: ReactHost
  readonly plugins: ReactHost['plugins'] & PluginsService
  /** Offers a service of the core. Call before the first plugin is registered. */
  provide<T>(token: Token<T>, service: NoInfer<T>): void
  /** Registers plugins. Their contributions are in place on return, unless a plugin had to be removed first. */
  register(...plugins: readonly Plugin[]): Promise<void>
  /**
   * Registers the default exports of the modules, by plugin id. Resolves when the plugins that arrived within
   * `PATIENCE` are registered. Later ones are registered together once every module has loaded or failed. A module that
   * throws or hangs is quarantined.
   */
  load(modules: PluginModules, options?: { readonly isThirdParty?: boolean }): Promise<void>
  /** Whether a third party wrote the plugin. For the keymap: its keys are only suggestions. */
  isThirdParty(owner: string): boolean
  /** Replaces the plugin that has the same id, as hot reload does. */
  replace(plugin: Plugin): Promise<void>
  /** @returns a function that stops listening */
  onBeforeRemove(listener: BeforeRemove): () => void
  /** Resolves when no plugin is starting. */
  ready(): Promise<void>
  /** Fetches the later parts of all plugins, even of those registered afterwards. Resolves even if some parts fail. */
  complete(): Promise<void>
}

export interface HostOptions {
  /** Stores which plugins are switched off. */
  readonly storage?: Pick<StorageService, 'get' | 'set'>
}

export function createHost({ storage }: HostOptions = {}): Host {
  const entries = new Map<string, Entry>()
  const registry = createRegistry()
  const facts = createFacts()
  const list = createStore<readonly PluginInfo[]>([])
  const coreTokens: AnyToken[] = []
  const beforeRemove = new Set<BeforeRemove>()
  const services = createServices((owner, error) => void report(owner, 'import', error))
  const refreshList = (): void => list.set([...entries.values()].map(infoOf))
  const takeUp = createLifecycle({
    entries,
    registry,
    services,
    coreTokens: () => coreTokens,
    beforeRemove,
    onChange: refreshList,
  })
  const fetchLater = createLater({ entries, registry, onChange: refreshList })
  let isComplete = false

  async function settle(): Promise<void> {
    await takeUp()
    if (isComplete) await fetchLater()
  }

  function isDisabled(id: string): boolean {
    const ids = storage?.get(DISABLED_KEY)
    return Array.isArray(ids) && ids.includes(id)
  }

  function setDisabled(entry: Entry, isDisabled: boolean): Promise<void> {
    entry.isDisabled = isDisabled
    const ids = [...entries.values()].filter((one) => one.isDisabled).map(({ id }) => id)
    storage?.set(DISABLED_KEY, ids)
    return settle()
  }

  function addEntry(
    id: string,
    rest: Partial<Pick<Entry, 'plugin' | 'load' | 'isThirdParty'>>,
  ): Entry {
    const entry: Entry = {
      id,
      isThirdParty: false,
      isDisabled: isDisabled(id),
      isStarted: false,
      ...rest,
    }
    entries.set(id, entry)
    return entry
  }

  function add(plugin: Plugin): void {
    if (entries.has(plugin.id)) addTwin(plugin.id, plugin.version)
    else addEntry(plugin.id, { plugin: withNavCommands(plugin) })
  }

  /** Adds an entry for a second plugin with the same id under a generated id, so that the user sees both. */
  function addTwin(taken: string, version = 'the other one'): void {
    const id = `${taken}#${entries.size}`
    const used = entries.get(taken)?.plugin?.version ?? 'one that is loading'
    const reason = `There are two plugins with the id “${taken}”: ${used} is used, ${version} is not.`
    addEntry(id, {}).fault = describeFault({ id, version }, 'register', new PluginError(reason))
  }

  async function loadModule(entry: Entry, load: () => Promise<unknown>): Promise<void> {
    try {
      const module = await within(load, `The plugin module “${entry.id}”`)
      entry.plugin = withNavCommands(pluginIn(module, entry.id))
    } catch (error) {
      entry.fault = describeFault(entry, 'import', error)
    }
  }

  async function loadAll(modules: PluginModules, isThirdParty: boolean): Promise<void> {
    const loading = Object.entries(modules).map(async ([id, load]) => {
      if (entries.has(id)) addTwin(id)
      else await loadModule(addEntry(id, { load, isThirdParty }), load)
    })
    const all = Promise.all(loading)
    const isLate = await within(() => all, 'The plugins', PATIENCE).then(
      () => false,
      () => true,
    )
    await settle()
    if (isLate) void all.then(settle)
  }

  const report: Host['plugins']['report'] = (owner, phase, error) => {
    const entry = entries.get(owner)
    const fault = describeFault(entry?.plugin ?? { id: owner }, phase, error)
    if (entry) entry.partFault = fault
    refreshList()
    return fault.report
  }

  async function retry(id: string): Promise<void> {
    const entry = entries.get(id)
    if (!entry) return
    entry.partFault = undefined
    // A second plugin with the same id is never started, and loading it again does not help.
    if (entry.fault?.phase !== 'register') entry.fault = undefined
    if (!entry.plugin && entry.load) await loadModule(entry, entry.load)
    await settle()
  }

  const plugins: Host['plugins'] = {
    list: list.get,
    subscribe: list.subscribe,
    report,
    retry,
    enable: async (id) => {
      const entry = entries.get(id)
      if (entry) await setDisabled(entry, false)
    },
    disable: async (id) => {
      const entry = entries.get(id)
      if (entry) await setDisabled(entry, true)
    },
    async add(plugin) {
      const entry = entries.get(plugin.id)
      if (entry?.isThirdParty === false)
        throw new PluginError(`“${plugin.id}” is the id of a plugin of the product.`)
      if (entry) return host.replace(plugin)
      addEntry(plugin.id, { plugin: withNavCommands(plugin), isThirdParty: true })
      await settle()
    },
    async remove(id) {
      if (!entries.get(id)?.isThirdParty) return
      entries.delete(id)
      await settle()
    },
  }

  const host: Host = {
    registry,
    facts,
    services,
    plugins,
    react: { services, slots: createSlots(registry, facts), plugins },
    provide(token, service) {
      services.add(
        'core',
        provide(token, () => service),
      )
      coreTokens.push(token)
    },
    register(...added) {
      for (const plugin of added) add(plugin)
      return settle()
    },
    load: (modules, { isThirdParty = false } = {}) => loadAll(modules, isThirdParty),
    isThirdParty: (owner) => entries.get(owner)?.isThirdParty ?? false,
    replace(plugin) {
      const entry = entries.get(plugin.id)
      if (!entry) return host.register(plugin)
      entry.plugin = withNavCommands(plugin)
      entry.fault = undefined
      entry.partFault = undefined
      return settle()
    },
    onBeforeRemove(listener) {
      beforeRemove.add(listener)
      return () => void beforeRemove.delete(listener)
    },
    async ready() {
      await settle()
      const starting = [...entries.values()].filter((entry) => entry.activation && !entry.isStarted)
      if (starting.length === 0) return
      await Promise.allSettled(starting.flatMap(({ activation }) => activation?.done ?? []))
      await host.ready()
    },
    complete() {
      isComplete = true
      return fetchLater()
    },
  }
  host.provide(FactStore, facts)
  host.provide(Plugins, plugins)
  return host
}

/** Returns the plugin that a module exports. */
function pluginIn(module: unknown, id: string): Plugin {
  const exported =
    typeof module === 'object' && module !== null && 'default' in module
      ? module.default
      : undefined
  if (
    typeof exported !== 'object' ||
    exported === null ||
    !('id' in exported) ||
    !('api' in exported)
  ) {
    throw new PluginError(`The module of “${id}” has no default export made by definePlugin.`)
  }
  const plugin = exported as Plugin
  if (plugin.id !== id) {
    throw new PluginError(`The folder “${id}” holds a plugin that calls itself “${plugin.id}”.`)
  }
  return plugin
}
