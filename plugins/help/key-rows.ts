import type { KeyConflict, KeymapEntry } from '@typecase/plugin-sdk/keymap'

export interface KeyGroup {
  title: string
  entries: KeymapEntry[]
}

/** Bindings by group, those that hold the words only. */
export function groupKeys(entries: readonly KeymapEntry[], query: string): KeyGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = entries.filter(({ title, group, keys, isActive }) => {
    const text = `${title} ${group} ${keys}`.toLowerCase()
    return (isActive || query !== '') && words.every((word) => text.includes(word))
  })
  const groups = Map.groupBy(shown, ({ group }) => group)
  return [...groups]
    .map(([title, members]) => ({
      title,
      entries: members.toSorted((a, b) => a.title.localeCompare(b.title)),
    }))
    .toSorted((a, b) => a.title.localeCompare(b.title))
}

/** The other binding of a conflict, for the entry it concerns. */
export function conflictOf(
  entry: KeymapEntry,
  conflicts: readonly KeyConflict[],
): KeymapEntry | undefined {
  const found = conflicts.find(({ a, b }) => a.id === entry.id || b.id === entry.id)
  if (!found) return undefined
  return found.a.id === entry.id ? found.b : found.a
}
