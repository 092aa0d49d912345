import type { KeymapChanges } from '@typecase/plugin-sdk/keymap'
import type { KeyBinding } from '@typecase/plugin-sdk/keys'

export const noOverrides: KeymapChanges = { keys: {}, active: {}, added: [], hasSingleKeys: true }

/** Returns the stored overrides; none if they are malformed. */
export function readOverrides(stored: unknown): KeymapChanges {
  if (typeof stored !== 'object' || stored === null) return noOverrides
  const { keys, active, added, hasSingleKeys } = stored as Partial<KeymapChanges>
  return {
    keys: typeof keys === 'object' ? keys : {},
    active: typeof active === 'object' ? active : {},
    added: Array.isArray(added) ? added.filter(isBinding) : [],
    hasSingleKeys: hasSingleKeys !== false,
  }
}

/** Replaces ids of renamed or replaced commands in the overrides with the current ones. */
export function withCurrentIds(
  { keys, active, added, ...rest }: KeymapChanges,
  idNow: (commandId: string) => string,
): KeymapChanges {
  // The id of an entry begins with the id of its command: `x.open o`, `x.sort?{"by":"name"} s n`.
  const rename = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(record).map(([id, value]) => [id.replace(/^[^ ?]+/, idNow), value]),
    )
  return {
    ...rest,
    keys: rename(keys),
    active: rename(active),
    added: added.map((binding) => ({ ...binding, command: idNow(binding.command) })),
  }
}

function isBinding(value: unknown): value is KeyBinding {
  return (
    typeof value === 'object' &&
    value !== null &&
    'keys' in value &&
    typeof value.keys === 'string' &&
    'command' in value &&
    typeof value.command === 'string'
  )
}
