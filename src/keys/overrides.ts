import type { KeymapChanges } from '@typecase/plugin-sdk/keymap'
import type { KeyBinding } from '@typecase/plugin-sdk/keys'

export const noOverrides: KeymapChanges = { keys: {}, active: {}, added: [], hasSingleKeys: true }

/** The stored overrides; empty if they are malformed. */
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

/** The overrides with the current ids of renamed or replaced commands. */
export function withCurrentIds(
  { keys, active, added, ...rest }: KeymapChanges,
  idNow: (commandId: string) => string,
): KeymapChanges {
  // An entry's id begins with its command's: `x.open o`, `x.sort?{"by":"name"} s n`.
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
