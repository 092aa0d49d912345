import type { Host } from '../kernel/host.ts'
import { authorProblems } from '../kernel/author-problems.ts'
import type { Keymap } from '../keys/keymap.ts'
import { shellSlots } from './slots.ts'

/** Logs mistakes of plugins for their authors. Only for development, because it fetches all icons. */
export async function reportToAuthor(
  { registry }: Host,
  keymap: Pick<Keymap, 'conflicts'>,
): Promise<void> {
  const { hasIcon } = await import('@typecase/ui/icon-names')
  const parts = { registry, slots: shellSlots, conflicts: keymap.conflicts(), hasIcon }
  // oxlint-disable-next-line no-console -- where an author looks
  for (const problem of authorProblems(parts)) console.warn(problem)
}
