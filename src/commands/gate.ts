import type { AnyCommand, CommandModule, RunContext } from '@typecase/plugin-sdk/command'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import { within } from '@typecase/plugin-sdk/within'

import { type CheckedArgs, type CompleteArgs, exactArgs } from './complete-args.ts'
import type { Interaction } from './interaction.ts'
import type { RunningJob } from './jobs.ts'
import { followPlan, type LivePlan } from './live-plan.ts'
import { gateOf, generalQuestion, isDecided, wantsPlan } from './policy.ts'

/** The context of a run that has its arguments and has not begun. */
export interface GateContext {
  readonly module: CommandModule
  readonly title: string
  readonly context: RunContext
  readonly job: Pick<RunningJob, 'asking'>
  readonly interaction: Pick<Interaction, 'review' | 'confirm'>
}

/** The arguments that the user agreed to. */
export interface AgreedArgs extends CheckedArgs {
  /** The arguments before the review: objects left out in this review are not left out the next time. */
  readonly chosen?: JsonObject
}

/** Shows a plan or a question, if one is due. @returns undefined when the user backed out */
export async function passGate(
  ready: CompleteArgs,
  gate: GateContext,
): Promise<AgreedArgs | undefined> {
  const { module, title, context, job, interaction } = gate
  const { command } = ready
  const { plan: make } = module
  const isPlanned = make !== undefined && wantsPlan(command, ready.args)
  // An undo needs no confirmation: the user decided when pressing it.
  if (!isPlanned && context.source === 'undo') return ready
  if (!isPlanned) return passWithoutPlan(ready, gate)
  const planFor = ({ checked }: CheckedArgs): Promise<LivePlan> =>
    followPlan((signal) => make.call(module, checked, { ...context, signal }), context.signal)
  const live = await planFor(ready)
  try {
    const firstPlan = live.get().plan
    const plan = isDecided(command, firstPlan) ? firstPlan : await live.complete()
    // The user backed out while the plan was loading.
    if (context.signal.aborted) return undefined
    const due = gateOf(command, ready.args, plan, context.source)
    const frozen = recheck(command, { ...ready.args, ...plan.args })
    if (due.kind !== 'review') return frozen
    // No one reviews a plan on the sign-in page, so this code is separate. Usually it has arrived with the palette.
    const { createReview } = await within(() => import('./review.ts'), 'The review of a plan')
    const review = createReview({
      args: ready.args,
      first: live,
      make: (args) => planFor(recheck(command, args)),
    })
    try {
      const { isPhraseNeeded = false } = due
      const { args, steps } = ready
      const request = { title, review, args, steps, ...(isPhraseNeeded && { isPhraseNeeded }) }
      if (!(await job.asking(interaction.review(request)))) return undefined
      return { ...recheck(command, review.args()), chosen: ready.args }
    } finally {
      review.close()
    }
  } finally {
    live.stop()
  }
}

/** Handles commands without a plan: asks the user if a question is due. */
async function passWithoutPlan(
  ready: CheckedArgs,
  { module, title, context, job, interaction }: GateContext,
): Promise<AgreedArgs | undefined> {
  const { command, args, checked } = ready
  const hasQuestion = module.confirmation !== undefined
  const gate = gateOf(command, args, undefined, context.source, hasQuestion)
  if (gate.kind !== 'confirm') return ready
  const question = module.confirmation
    ? await module.confirmation(checked, context)
    : generalQuestion(title)
  if (!question) return ready
  // The user backed out while the question was loading.
  if (context.signal.aborted) return undefined
  const { args: frozen, ...confirmation } = question
  const isDestructive = command.effect === 'destructive'
  const isAgreed = await job.asking(interaction.confirm({ isDestructive, ...confirmation }))
  if (!isAgreed) return undefined
  return frozen ? { ...recheck(command, { ...args, ...frozen }), chosen: args } : ready
}

const recheck = (command: AnyCommand, args: JsonObject): CheckedArgs =>
  exactArgs(command, command.title, args)
