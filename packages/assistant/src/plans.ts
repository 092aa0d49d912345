import {
  addPlan,
  type AssistantPlan,
  getPlan,
  type PlanState,
  updatePlan,
} from '@typecase/contract/assistant-plans'
import type { Outcome, Progress, Ref } from '@typecase/plugin-sdk/command'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import { Refusal } from '@typecase/plugin-sdk/refusal'

import {
  carryOut,
  type RunOutcome,
  entryOf,
  type Follow,
  type Proposal,
  propose,
  StalePlan,
  takeBack,
} from './carry-out.ts'
import type { Kernel } from './kernel.ts'
import { digest, needsPerson, type PlanSummary, summarize } from './plan-summary.ts'
import { readArgs } from './read-args.ts'

/** A plan that is stored on the server, as this package reads it. */
export interface StoredPlan extends Omit<AssistantPlan, 'args' | 'summary' | 'undo'> {
  readonly args: JsonObject
  readonly summary: PlanSummary & {
    /** Digest that the plan must still have when it is applied. */
    readonly digest: string
    /** Whether a person has to agree, because the change cannot be undone. */
    readonly needs_person: boolean
  }
  readonly undo: Ref | null
}

/** The end of a run, and the resulting state of its plan. */
interface PlanEnd extends RunOutcome {
  readonly state: 'done' | 'cancelled' | 'undone'
}

/** A plan that this process is applying or undoing. */
interface Running {
  readonly end: Promise<PlanEnd>
  readonly stop: AbortController
  progress: Progress | undefined
}

/** Runs of all sessions by the id of their plan, since one request may report on a run that another has started. */
const running = new Map<string, Running>()

/** Makes the plan of a command and stores it. @throws Refusal */
export async function makePlan(
  kernel: Kernel,
  command: string,
  input: JsonObject,
  signal: AbortSignal,
): Promise<{ plan: StoredPlan; proposal: Proposal }> {
  const { item } = entryOf(kernel, command)
  const proposal = await propose(kernel, { command: item.id, args: readArgs(item, input) }, signal)
  const summary = {
    ...summarize(proposal),
    needs_person: needsPerson(proposal),
    digest: await hash(digest(proposal)),
  }
  const data = {
    command: item.id,
    args: proposal.args,
    title: summary.title.slice(0, 500),
    summary,
  }
  const body = { slug: kernel.bucketSlug, data }
  const { plan } = await kernel.call(addPlan, { body }, { signal })
  return { plan: asStored(plan), proposal }
}

export async function readPlan(kernel: Kernel, plan_id: string): Promise<StoredPlan> {
  const query = { slug: kernel.bucketSlug, plan_id }
  return asStored((await kernel.call(getPlan, { query })).plan)
}

/** Repeats the dry run of a stored plan, to read more of its changes. */
export const proposeAgain = (
  kernel: Kernel,
  { command, args }: StoredPlan,
  signal: AbortSignal,
): Promise<Proposal> => propose(kernel, { command, args }, signal)

/**
 * Starts to apply a plan. If two callers do so at once, one is refused. The run continues when the request ends.
 * @throws ApiError `conflict` for a plan that was applied already
 */
export async function beginPlan(kernel: Kernel, plan: StoredPlan): Promise<Running> {
  await setState(kernel, plan.id, 'running')
  return begin(plan, (follow) => applyPlan(kernel, plan, follow))
}

async function applyPlan(kernel: Kernel, plan: StoredPlan, follow: Follow): Promise<PlanEnd> {
  const isSame = async (now: Parameters<typeof digest>[0]): Promise<boolean> =>
    (await hash(digest(now))) === plan.summary.digest
  const { command, args } = plan
  const done = await carryOut(kernel, { command, args }, isSame, follow).catch(
    async (reason: unknown) => {
      const message = reason instanceof Error ? reason.message : String(reason)
      await setState(kernel, plan.id, reason instanceof StalePlan ? 'stale' : 'failed', {
        message: message.slice(0, 2000),
      })
      throw reason
    },
  )
  const state = done.isCancelled ? 'cancelled' : 'done'
  const undo = done.undo ?? null
  await setState(kernel, plan.id, state, { message: messageOf(done), undo })
  return { ...done, state }
}

/** Whether a plan has changed something that can be undone. */
export const hasRun = ({ state }: StoredPlan): boolean => state === 'done' || state === 'cancelled'

/** Starts to undo an applied plan. The run continues when the request ends. @throws Refusal */
export function beginUndo(kernel: Kernel, plan: StoredPlan): Running {
  const { id, undo } = plan
  if (!hasRun(plan)) throw new Refusal('Only a plan that was applied can be undone.')
  if (!undo) throw new Refusal('Nothing takes this back.')
  return (
    running.get(id) ??
    begin(plan, async (follow) => {
      const outcome = await takeBack(kernel, undo, follow)
      const message = messageOf(outcome)
      // Nothing was undone.
      if (outcome.failures?.length && !outcome.undo) throw new Refusal(message)
      await setState(kernel, id, 'undone', { message })
      return { state: 'undone', message }
    })
  )
}

function begin({ id }: StoredPlan, work: (follow: Follow) => Promise<PlanEnd>): Running {
  const stop = new AbortController()
  const follow: Follow = {
    signal: stop.signal,
    progress: (progress) => (run.progress = progress),
  }
  const run: Running = { stop, progress: undefined, end: work(follow) }
  running.set(id, run)
  run.end.catch(() => undefined).finally(() => running.delete(id))
  return run
}

/** Returns the run of a plan in this process. */
export const runOf = (planId: string): Running | undefined => running.get(planId)

export async function setState(
  kernel: Kernel,
  plan_id: string,
  state: PlanState,
  change: { readonly message?: string; readonly undo?: Ref | null } = {},
): Promise<void> {
  const { undo, ...rest } = change
  const body = {
    slug: kernel.bucketSlug,
    plan_id,
    state,
    ...rest,
    // A reference is JSON; only the command knows the type of its arguments.
    ...(undo !== undefined && { undo: undo as { command: string; args?: object } | null }),
  }
  await kernel.call(updatePlan, { body })
}

const messageOf = ({ message = 'Done.' }: Outcome): string => message.slice(0, 2000)

// The contract leaves `args` and `summary` open. If a program has written a plan in another form, that plan has no
// digest, so it is refused as stale. It could do no more than that program's token anyway.
const asStored = (plan: AssistantPlan): StoredPlan => plan as unknown as StoredPlan

async function hash(text: string): Promise<string> {
  const bytes = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)),
  )
  return Buffer.from(bytes).toString('base64url')
}
