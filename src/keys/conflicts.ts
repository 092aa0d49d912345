import { refKey } from '@typecase/plugin-sdk/command'
import type { KeyConflict } from '@typecase/plugin-sdk/keymap'
import { canBothHold } from '@typecase/plugin-sdk/when-logic'

import type { ActiveBinding } from './press.ts'

/**
 * Finds pairs of bindings that can match the same press: one sequence equals or begins the other, and both conditions
 * can hold at the same time.
 */
export function findConflicts(bindings: readonly ActiveBinding[]): KeyConflict[] {
  // Only sequences with the same first press can conflict.
  const groups = Map.groupBy(bindings, ({ presses }) => presses[0]?.name ?? '')
  return [...groups.values()].flatMap((group) =>
    group.flatMap((a, index) =>
      group.slice(index + 1).flatMap((b) => {
        const kind = overlap(a, b)
        if (!kind || isSameDeed(a, b) || !canBothHold(a.when, b.when)) return []
        return [{ a: a.entry, b: b.entry, kind }]
      }),
    ),
  )
}

function overlap(a: ActiveBinding, b: ActiveBinding): KeyConflict['kind'] | undefined {
  const shorter = Math.min(a.presses.length, b.presses.length)
  for (let index = 0; index < shorter; index++) {
    if (a.presses[index]?.name !== b.presses[index]?.name) return undefined
  }
  return a.presses.length === b.presses.length ? 'same' : 'prefix'
}

function isSameDeed({ entry: a }: ActiveBinding, { entry: b }: ActiveBinding): boolean {
  return refKey(a) === refKey(b)
}
