import { formatCount } from '@typecase/ui/count'
import type { AnyCommand } from '@typecase/plugin-sdk/command'
import { AT_ONCE } from '@typecase/plugin-sdk/at-once'

import type { DryRun } from './plan-text.ts'
import { DeclinedByUser } from './problem.ts'
import { ask, canAsk } from './question.ts'
import type { RunFlags } from './read-flags.ts'

/**
 * Asks for a confirmation if the plan needs one: yes for many objects, the typed number for a destructive or
 * irreversible change.
 * @throws Declined
 */
export async function agree(
  { effect, isAlwaysPlanned }: AnyCommand,
  { modified = 0, is_reversible = true }: DryRun,
  { isAgreed, count }: RunFlags,
): Promise<void> {
  if (effect === 'destructive' || !is_reversible) {
    const typed = count ?? (await answer(`Type ${modified} to continue: `, `--count ${modified}`))
    if (typed.replaceAll(/[\s,]/g, '') === String(modified)) return
    throw new DeclinedByUser(
      `The plan has ${formatCount(modified, 'object')}, not ${typed.trim() || 'none'}. Nothing was changed.`,
    )
  }
  if (isAgreed || (modified <= AT_ONCE && !isAlwaysPlanned)) return
  const reply = await answer('Apply? [y/N] ', '--yes')
  if (!/^y(es)?$/i.test(reply.trim())) throw new DeclinedByUser('Nothing was changed.')
}

function answer(question: string, flag: string): Promise<string> {
  if (canAsk()) return ask(question)
  throw new DeclinedByUser(
    `Nothing was changed, because there is no terminal to confirm in. Confirm with ${flag}.`,
  )
}
