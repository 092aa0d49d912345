import type { Plugin, PluginPart } from '@typecase/plugin-sdk/plugin'
import type { Subscribe } from '@typecase/plugin-sdk/subscribe'

import { createListeners } from './store.ts'

/** The lists a plugin may contribute to, and what is in them. */
type Kinds = {
  [
    K in 'commands' | 'routes' | 'sources' | 'keys' | 'widgetKeys' | 'slots' | 'nav' | 'facts'
  ]-?: NonNullable<Plugin[K]>[number]
}
export type Kind = keyof Kinds

/** A contribution with the plugin it belongs to. */
export interface Owned<T> {
  readonly owner: string
  readonly item: T
}

export type Contribution<K extends Kind> = Owned<Kinds[K]>

/**
 * Everything the plugins contribute, as one immutable snapshot for each kind. A snapshot is the same
 * object until something of its kind changes.
 */
export interface Registry {
  readonly get: <K extends Kind>(kind: K) => readonly Contribution<K>[]
  readonly subscribe: Subscribe
  /** Plugins in the order in which their contributions count. */
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

/** A registry with the two ways to change it. */
export interface OpenRegistry extends Registry {
  /** Says which plugins there are now. */
  setPlugins(plugins: readonly Plugin[]): void
  /** Adds what a plugin brings later; it stays with the plugin when that goes and comes back. */
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
    // Sorting is stable: where nothing says otherwise, the plugins' own order remains.
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
