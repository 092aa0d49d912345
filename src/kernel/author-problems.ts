import type { KeyConflict } from '@typecase/plugin-sdk/keymap'
import type { SlotName } from '@typecase/plugin-sdk/slot'

import type { Kind, Registry } from './registry.ts'

interface Parts {
  readonly registry: Pick<Registry, 'get' | 'plugins'>
  /** The slots of the core. */
  readonly slots: readonly SlotName[]
  readonly conflicts: readonly KeyConflict[]
  readonly hasIcon: (name: string) => boolean
}

const KINDS_WITH_ICONS = ['commands', 'slots', 'nav'] as const satisfies readonly Kind[]

/**
 * Finds mistakes of plugins that break nothing and would otherwise go unnoticed: a panel for an unknown slot, an
 * unknown icon, keys that another plugin already uses. Shown to plugin authors during development.
 */
export function authorProblems({ registry, slots, conflicts, hasIcon }: Parts): string[] {
  const plugins = registry.plugins()
  const offered = new Set([...slots, ...plugins.flatMap(({ offers = [] }) => offers)])
  const unknownSlots = registry
    .get('slots')
    .filter(({ item }) => !offered.has(item.slot))
    .map(
      ({ owner, item: { id, slot } }) =>
        `“${owner}”: the panel “${id}” is for the slot “${slot}”, which does not exist.`,
    )
  const parts = [
    ...plugins.map(({ id, icon }) => ({ owner: id, id, icon })),
    ...KINDS_WITH_ICONS.flatMap((kind) =>
      registry.get(kind).map(({ owner, item: { id, icon } }) => ({ owner, id, icon })),
    ),
  ]
  const unknownIcons = parts.flatMap(({ owner, id, icon }) =>
    icon === undefined || hasIcon(icon)
      ? []
      : `“${owner}”: “${id}” has an unknown icon, “${icon}”.`,
  )
  const takenKeys = conflicts
    .filter(({ a, b, kind }) => kind === 'same' && a.from === 'plugin' && b.from === 'plugin')
    .map(
      ({ a, b }) =>
        `“${b.owner}”: the keys ${b.keys} of “${b.command}” are those of “${a.command}”.`,
    )
  return [...unknownSlots, ...unknownIcons, ...takenKeys]
}
