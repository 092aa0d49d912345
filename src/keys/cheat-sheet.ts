import type { KeymapEntry } from '@typecase/plugin-sdk/keymap'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { fillTitle } from '@typecase/plugin-sdk/title'

import { applies } from './choose.ts'
import type { ActiveBinding } from './keymap.ts'

export interface CheatSheetRow {
  readonly title: string
  readonly command: string
  /** All sequences that do it, in tinykeys' syntax. */
  readonly keys: readonly string[]
  /** Whether it would do something right now. */
  readonly isUsable: boolean
}

export interface CheatSheetGroup {
  readonly title: string
  readonly rows: readonly CheatSheetRow[]
}

const collator = new Intl.Collator('en', { sensitivity: 'base' })

/** The keys in force by group and title: what works here first within each group. */
export function cheatSheet(
  bindings: readonly ActiveBinding[],
  facts: FactValues,
): readonly CheatSheetGroup[] {
  const groups = Map.groupBy(bindings, ({ entry }) => entry.group)
  return [...groups]
    .map(([title, members]) => ({ title, rows: rowsOf(members, facts) }))
    .sort((a, b) => collator.compare(a.title, b.title))
}

function rowsOf(bindings: readonly ActiveBinding[], facts: FactValues): CheatSheetRow[] {
  const deeds = Map.groupBy(bindings, ({ entry }) => deedOf(entry))
  return [...deeds.values()]
    .flatMap((same): CheatSheetRow[] => {
      const [first] = same
      if (!first) return []
      return [
        {
          title: fillTitle(first.entry.title, facts),
          command: first.entry.command,
          keys: same.map(({ entry }) => entry.keys),
          isUsable: same.some((binding) => applies(binding, facts)),
        },
      ]
    })
    .sort((a, b) => Number(b.isUsable) - Number(a.isUsable) || collator.compare(a.title, b.title))
}

function deedOf({ command, args }: KeymapEntry): string {
  return args ? `${command} ${JSON.stringify(args)}` : command
}
