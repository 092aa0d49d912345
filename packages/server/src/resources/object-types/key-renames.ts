import type { Metafield } from '@typecase/contract/metafields'

/** New keys of fields whose key changed, by the old one; `within` for what lies below. */
export type KeyRenames = ReadonlyMap<string, KeyRename>

interface KeyRename {
  to: string
  within?: KeyRenames
}

/**
 * Which keys were renamed between two states of an object type's fields: the same field id under another key
 * of the same level. Undefined when none was.
 */
export function keyRenames(
  before: readonly Metafield[],
  after: readonly Metafield[],
): KeyRenames | undefined {
  const renames = new Map<string, KeyRename>()
  for (const old of before) {
    const field = old.id === undefined ? undefined : after.find(({ id }) => id === old.id)
    if (!field) continue
    const within =
      keyRenames(old.children ?? [], field.children ?? []) ??
      keyRenames(old.repeater_fields ?? [], field.repeater_fields ?? [])
    if (field.key !== old.key || within)
      renames.set(old.key, { to: field.key, ...(within && { within }) })
  }
  return renames.size > 0 ? renames : undefined
}

/**
 * Stored values under their new keys; order and everything else stay. Keys may swap. A leftover of a removed
 * field gives way to the value that takes its key.
 */
export function renameValues(
  values: Readonly<Record<string, unknown>>,
  renames: KeyRenames,
): Record<string, unknown> {
  const taken = new Set<string>()
  for (const [key, { to }] of renames) if (key !== to && Object.hasOwn(values, key)) taken.add(to)
  const renamed: [string, unknown][] = []
  for (const [key, value] of Object.entries(values)) {
    const rename = renames.get(key)
    if (rename) renamed.push([rename.to, rename.within ? below(value, rename.within) : value])
    else if (!taken.has(key)) renamed.push([key, value])
  }
  return Object.fromEntries(renamed)
}

/** The same within a group, or within each row of a repeater. */
function below(value: unknown, renames: KeyRenames): unknown {
  if (Array.isArray(value)) return value.map((row) => below(row, renames))
  return typeof value === 'object' && value !== null ? renameValues({ ...value }, renames) : value
}
