import { holdsWords } from '@typecase/plugin-sdk/text-match'
import {
  type KeyConflict,
  Keymap,
  type KeymapEntry,
  type KeysInForce,
} from '@typecase/plugin-sdk/keymap'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useSyncExternalStore } from 'react'

export interface KeyGroup {
  title: string
  entries: KeymapEntry[]
}

/**
 * Groups the bindings that match the query.
 * @param options.isWhole includes bindings that are switched off
 */
export function groupKeys(
  entries: readonly KeymapEntry[],
  query: string,
  { isWhole = false }: { isWhole?: boolean } = {},
): KeyGroup[] {
  const visibleEntries = entries.filter(
    ({ title, group, keys, isActive }) =>
      (isActive || isWhole) && holdsWords(`${title} ${group} ${keys}`, query),
  )
  const groups = Map.groupBy(visibleEntries, ({ group }) => group)
  return [...groups]
    .map(([title, members]) => ({
      title,
      entries: members.toSorted((a, b) => a.title.localeCompare(b.title)),
    }))
    .toSorted((a, b) => a.title.localeCompare(b.title))
}

/** Groups the keys in force at the focus: those of the focused element first, then those of all pages. */
export function groupKeysInForce(
  { widgets, local, general }: KeysInForce,
  context: string,
  query: string,
): KeyActionGroup[] {
  const isMeant =
    (group: string) =>
    ({ title, keys }: KeyAction): boolean =>
      holdsWords(`${title} ${group} ${keys.join(' ')}`, query)
  return [
    ...widgets.map(({ title, keys }) => ({
      title,
      deeds: keys.map((one) => ({ id: one.title, title: one.title, keys: [one.keys] })),
    })),
    { title: context, deeds: deedsOf({ title: context, entries: [...local] }) },
    { title: 'Everywhere', deeds: deedsOf({ title: 'Everywhere', entries: [...general] }) },
  ]
    .map(({ title, deeds }) => ({ title, deeds: deeds.filter(isMeant(title)) }))
    .filter(({ deeds }) => deeds.length > 0)
}

export interface KeyActionGroup {
  title: string
  deeds: KeyAction[]
}

export interface KeyAction {
  id: string
  title: string
  /** All sequences with this effect. */
  keys: string[]
}

/** Returns one row per action, since a command may have the same keys on several pages. */
export function deedsOf({ entries }: KeyGroup): KeyAction[] {
  return [...Map.groupBy(entries, ({ title }) => title)].map(([title, same]) => ({
    id: same[0]?.id ?? title,
    title,
    keys: [...new Set(same.map(({ keys }) => keys))],
  }))
}

/** Returns the binding that conflicts with this one, if there is one. */
export function conflictOf(
  entry: KeymapEntry,
  conflicts: readonly KeyConflict[],
): KeymapEntry | undefined {
  const conflict = conflicts.find(({ a, b }) => a.id === entry.id || b.id === entry.id)
  if (!conflict) return undefined
  return conflict.a.id === entry.id ? conflict.b : conflict.a
}

/** Returns the keymap, and renders again when it changes. */
export function useKeymap() {
  const keymap = useService(Keymap)
  const entries = useSyncExternalStore(keymap.subscribe, keymap.entries)
  return { keymap, entries }
}
