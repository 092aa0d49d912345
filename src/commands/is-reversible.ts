import { checkArgs, withDefaults } from '@typecase/plugin-sdk/arguments'
import type { AnyCommand, Ref, RunContext } from '@typecase/plugin-sdk/command'

import { followPlan } from './live-plan.ts'

/** Whether a run could be undone, according to its plan, or to the command’s effect if there is no plan. */
export async function isReversible(
  command: AnyCommand | undefined,
  { args = {} }: Ref,
  context: RunContext,
): Promise<boolean> {
  if (!command) return false
  const isLasting = command.effect === 'destructive'
  const module = await command.load()
  const make = module.plan
  if (!make) return !isLasting
  const checked = checkArgs(command, withDefaults(command, args, context.facts))
  if (!checked.ok) return !isLasting
  const planFor = (signal: AbortSignal) => make.call(module, checked.args, { ...context, signal })
  const live = await followPlan(planFor, context.signal)
  try {
    return (await live.complete()).isReversible
  } finally {
    live.stop()
  }
}
