import type { KeyBinding } from '@typecase/plugin-sdk/keys'

/** What the user changed about the keys; ids are those of the keymap's entries. */
export interface Overrides {
  /** Other keys for a binding, or null for none. */
  readonly keys: Readonly<Record<string, string | null>>
  readonly active: Readonly<Record<string, boolean>>
  readonly added: readonly KeyBinding[]
  readonly hasSingleKeys: boolean
}

export const noOverrides: Overrides = { keys: {}, active: {}, added: [], hasSingleKeys: true }

/** What was kept, or nothing where it is not what it should be. */
export function readOverrides(kept: unknown): Overrides {
  if (typeof kept !== 'object' || kept === null) return noOverrides
  const { keys, active, added, hasSingleKeys } = kept as Partial<Overrides>
  return {
    keys: typeof keys === 'object' ? keys : {},
    active: typeof active === 'object' ? active : {},
    added: Array.isArray(added) ? added.filter(isBinding) : [],
    hasSingleKeys: hasSingleKeys !== false,
  }
}

/** The overrides with the current ids of renamed or replaced commands. */
export function withCurrentIds(
  { keys, active, added, ...rest }: Overrides,
  idNow: (commandId: string) => string,
): Overrides {
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
