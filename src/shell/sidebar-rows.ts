import type { FactStoreService, StorageService } from '@typecase/plugin-sdk/services'
import { navGroups, type NavItem } from '@typecase/plugin-sdk/nav'
import type { Mount } from '@typecase/plugin-sdk/route'
import type { Subscribe } from '@typecase/plugin-sdk/subscribe'
import { token } from '@typecase/plugin-sdk/token'

import type { Registry } from '../kernel/registry.ts'
import { createListeners } from '../kernel/store.ts'
import { createVisible } from '../kernel/visible.ts'

/** The key survives a logout: see `browser-storage.ts`. */
const KEY = 'core.sidebar'

/** Default number of pinned rows. With “More” and the expand button these are ten icons, which fit on a low screen. */
export const PINNED_ROWS = 8

/** The user's arrangement of the sidebar, as far as it differs from the defaults. */
export interface SidebarChoice {
  /** Rows that were pinned or unpinned. */
  readonly pins: Readonly<Record<string, boolean>>
  /** Ids in the user's order; empty until a row is moved. */
  readonly order: readonly string[]
}

const noChoice: SidebarChoice = { pins: {}, order: [] }

/** The rows available on this page, by group and in order. */
export interface SidebarLayout {
  readonly pinned: readonly NavItem[]
  /** The rows under “More”. */
  readonly more: readonly NavItem[]
}

const groupOf = ({ group = 'site' }: NavItem): number => navGroups.indexOf(group)

/** Applies the user's arrangement to the rows. @param items as declared, lowest `order` first */
export function arrange(items: readonly NavItem[], { pins, order }: SidebarChoice): SidebarLayout {
  const byDefault = new Set(items.slice(0, PINNED_ROWS))
  const rankOf = ({ id }: NavItem) => (order.includes(id) ? order.indexOf(id) : order.length)
  const sorted = items.toSorted((a, b) => groupOf(a) - groupOf(b) || rankOf(a) - rankOf(b))
  const isPinned = (item: NavItem) => pins[item.id] ?? byDefault.has(item)
  return { pinned: sorted.filter(isPinned), more: sorted.filter((item) => !isPinned(item)) }
}

/** Returns the order after a pinned row has moved past its neighbour; undefined at the edge of its group. */
export function orderAfterMove(
  { pinned, more }: SidebarLayout,
  { order }: SidebarChoice,
  id: string,
  by: -1 | 1,
): readonly string[] | undefined {
  const at = pinned.findIndex((item) => item.id === id)
  const [row, neighbour] = [pinned[at], pinned[at + by]]
  if (!row || !neighbour || groupOf(row) !== groupOf(neighbour)) return undefined
  const moved = [...pinned.with(at, neighbour).with(at + by, row), ...more]
  const ids = moved.map((item): string => item.id)
  // Rows that are not available on this page keep their place in the order.
  return [...ids, ...order.filter((other) => !ids.includes(other))]
}

/** The rows of the sidebar, and the user's arrangement of them in this browser. */
export interface SidebarRowsService {
  /** Returns the layout; the same object until a row is added, removed or moved. */
  readonly get: () => SidebarLayout
  readonly subscribe: Subscribe
  readonly choice: () => SidebarChoice
  choose(choice: SidebarChoice): void
}
export const SidebarRows = token<SidebarRowsService>('core.sidebar-rows', 1)

interface SidebarRowsParts {
  readonly registry: Registry
  readonly facts: FactStoreService
  readonly storage: Pick<StorageService, 'get' | 'set' | 'subscribe'>
}

export function createSidebarRows({ registry, facts, storage }: SidebarRowsParts) {
  const visible = createVisible('nav', registry, facts)
  const { subscribe, emit } = createListeners()
  let choice = readChoice(storage.get(KEY))
  let items: readonly NavItem[] = []
  let layout = arrange(items, choice)

  function update(next: readonly NavItem[]): void {
    items = next
    layout = arrange(items, choice)
  }

  // Another tab changed the arrangement, or another account signed in.
  storage.subscribe(KEY, () => {
    choice = readChoice(storage.get(KEY))
    update(items)
    emit()
  })

  const rows: SidebarRowsService = {
    get() {
      const next = visible.get().flatMap(({ item }) => (leadsSomewhere(item) ? [item] : []))
      const isSame =
        next.length === items.length && next.every((item, index) => item === items[index])
      if (!isSame) update(next)
      return layout
    },
    subscribe(listener) {
      const stops = [visible.subscribe(listener), subscribe(listener)]
      return () => stops.forEach((stop) => stop())
    },
    choice: () => choice,
    choose: (next) => storage.set(KEY, { pins: next.pins, order: [...next.order] }),
  }
  return rows

  function leadsSomewhere({ to }: NavItem): boolean {
    const route = registry.get('routes').find(({ item }) => item.id === to.id)
    const fact = route && neededFact[route.item.mount]
    return route !== undefined && (!fact || facts.get()[fact] !== undefined)
  }
}

/** Mounts whose address names a bucket or a project. */
const neededFact: Partial<Record<Mount, 'route.bucketSlug' | 'route.projectID'>> = {
  bucket: 'route.bucketSlug',
  settings: 'route.bucketSlug',
  project: 'route.projectID',
}

function readChoice(stored: unknown): SidebarChoice {
  if (typeof stored !== 'object' || stored === null) return noChoice
  const { pins, order }: { pins?: unknown; order?: unknown } = stored
  return {
    pins: Object.fromEntries(
      Object.entries(pins ?? {}).flatMap(([id, isPinned]) =>
        typeof isPinned === 'boolean' ? [[id, isPinned]] : [],
      ),
    ),
    order: Array.isArray(order) ? order.filter((id) => typeof id === 'string') : [],
  }
}
