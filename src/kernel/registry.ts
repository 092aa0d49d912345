import type { Plugin, PluginPart } from '@typecase/plugin-sdk/plugin'
import type { Subscribe } from '@typecase/plugin-sdk/subscribe'

import { createListeners } from './store.ts'

/** The lists to which a plugin may contribute, with the types of their items. */
type Kinds = {
  [
    K in 'commands' | 'routes' | 'sources' | 'keys' | 'widgetKeys' | 'slots' | 'nav' | 'facts'
  ]-?: NonNullable<Plugin[K]>[number]
}
export type Kind = keyof Kinds

/** A contribution and the id of its plugin. */
export interface WithOwner<T> {
  readonly owner: string
  readonly item: T
}

export type Contribution<K extends Kind> = WithOwner<Kinds[K]>

/**
 * All contributions of the plugins, as one immutable snapshot per kind. A snapshot stays the same object until a
 * contribution of its kind changes.
 */
export interface Registry {
  readonly get: <K extends Kind>(kind: K) => readonly Contribution<K>[]
  readonly subscribe: Subscribe
  /** The plugins in the order of precedence of their contributions. */
  readonly plugins: () => readonly Plugin[]
}

export const kinds: readonly Kind[] = [
  'commands',
  'routes',
  'sources',
  'keys',
  'widgetKeys',
  'slots',
  'nav',
  'facts',
]

type Snapshots = { readonly [K in Kind]: readonly Contribution<K>[] }

/** A registry that can be changed. */
export interface OpenRegistry extends Registry {
  /** Replaces the set of plugins. */
  setPlugins(plugins: readonly Plugin[]): void
  /** Adds the later part of a plugin. The part is kept when the plugin is removed and registered again. */
  extend(plugin: Plugin, part: PluginPart): void
}

export function createRegistry(): OpenRegistry {
  const parts = new WeakMap<Plugin, PluginPart>()
  let plugins: readonly Plugin[] = []
  let snapshots = allOf(plugins)
  const { subscribe, emit } = createListeners()

  return {
    get: (kind) => snapshots[kind],
    plugins: () => plugins,
    subscribe,
    setPlugins(next) {
      if (isSameList(plugins, next)) return
      const before = plugins
      plugins = next
      snapshots = Object.fromEntries(
        kinds.map((kind) => [
          kind,
          isSameList(having(before, kind), having(next, kind))
            ? snapshots[kind]
            : collect(next, kind),
        ]),
      ) as Snapshots
      emit()
    },
    extend(plugin, part) {
      parts.set(plugin, part)
      if (!plugins.includes(plugin)) return
      const fuller = Object.keys(part).map((kind) => [kind, collect(plugins, kind as Kind)])
      snapshots = { ...snapshots, ...(Object.fromEntries(fuller) as Partial<Snapshots>) }
      emit()
    },
  }

  function allOf(plugins: readonly Plugin[]): Snapshots {
    return Object.fromEntries(kinds.map((kind) => [kind, collect(plugins, kind)])) as Snapshots
  }

  function itemsOf<K extends Kind>(plugin: Plugin, kind: K): readonly Kinds[K][] {
    const contributions = (plugin[kind] ?? []) as readonly Kinds[K][]
    const part: Partial<Pick<Plugin, Kind>> = parts.get(plugin) ?? {}
    return [...((part[kind] ?? []) as readonly Kinds[K][]), ...contributions]
  }

  function collect<K extends Kind>(
    plugins: readonly Plugin[],
    kind: K,
  ): readonly Contribution<K>[] {
    const owned = plugins.flatMap((plugin) =>
      itemsOf(plugin, kind).map((item) => ({ owner: plugin.id, item })),
    )
    // Sorting is stable: items without an `order` keep the order of their plugins.
    return Object.freeze(owned.sort((a, b) => orderOf(a.item) - orderOf(b.item)))
  }

  function having(plugins: readonly Plugin[], kind: Kind): readonly Plugin[] {
    return plugins.filter((plugin) => itemsOf(plugin, kind).length > 0)
  }
}

function orderOf(item: object): number {
  return 'order' in item && typeof item.order === 'number' ? item.order : 100
}

function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}
