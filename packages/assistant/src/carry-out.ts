import type { Ask } from '@typecase/plugin-sdk/ask'
import type { AnyCommand, Outcome, Progress, Ref } from '@typecase/plugin-sdk/command'
import type { CommandQuestion } from '@typecase/plugin-sdk/confirmation'
import type { Job } from '@typecase/plugin-sdk/jobs'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import type { Plan } from '@typecase/plugin-sdk/plan'
import { Refusal } from '@typecase/plugin-sdk/refusal'

import type { Contribution } from '../../../src/kernel/registry.ts'
import type { Catalog } from '../../../src/commands/catalog.ts'
import type { Interaction } from '../../../src/commands/interaction.ts'
import type { Review } from '../../../src/commands/review.ts'
import type { RunResult } from '../../../src/commands/run.ts'
import type { Kernel } from './kernel.ts'

/** The preview of a command, as a person sees it before the command runs. */
export interface Proposal {
  readonly command: AnyCommand
  readonly title: string
  /** The exact arguments that the plan was made with. */
  readonly args: JsonObject
  /** The dry run, for a command that has one. */
  readonly plan?: Plan
  /** The confirmation, for a command without a dry run. */
  readonly question?: Omit<CommandQuestion, 'args'>
}

/** Makes the plan of a command without changing anything. @throws Refusal with the message of the form */
export async function propose(kernel: Kernel, ref: Ref, signal: AbortSignal): Promise<Proposal> {
  let plan: Plan | undefined
  let question: Proposal['question']
  let proposal: Proposal | undefined
  const interaction: Interaction = {
    ...withoutPerson,
    async review({ review }) {
      plan = await wholePlan(review)
      return true
    },
    async confirm(confirmation) {
      question = confirmation
      return true
    },
  }
  const { find, get } = kernel.catalog
  const catalog = { get, find: (id: string) => withoutRun(find(id)) }
  const { result } = await runToEnd(kernel, catalog, interaction, ref, { signal }, (args) => {
    const command = entryOf(kernel, ref.command).item
    proposal = {
      command,
      title: get(ref.command)?.title ?? command.title,
      args,
      ...(plan && { plan }),
      ...(question && { question }),
    }
  })
  if (!proposal) throw refusalOf(result)
  return proposal
}

/** The outcome of a run, with the ids of what it created or opened. */
export interface RunOutcome extends Outcome {
  readonly shows?: object
  /** Whether it was stopped. The message says what was done until then. */
  readonly isCancelled?: boolean
}

/** How to observe and stop a run. */
export interface Follow {
  readonly signal: AbortSignal
  readonly progress?: (progress: Progress) => void
}

/**
 * Runs a command with the arguments of a proposal. It plans again first; if that plan differs from the one that the
 * person or the assistant has read, `isSame` stops the run.
 * @throws Refusal when the command is refused, or its plan has changed
 */
export async function carryOut(
  kernel: Kernel,
  ref: Ref,
  isSame: (now: Pick<Proposal, 'plan' | 'question'>) => Promise<boolean>,
  follow: Follow,
): Promise<RunOutcome> {
  let isStale = false
  const judge = async (now: Pick<Proposal, 'plan' | 'question'>): Promise<boolean> => {
    isStale = !(await isSame(now))
    return !isStale && !follow.signal.aborted
  }
  const interaction: Interaction = {
    ...withoutPerson,
    review: async ({ review }) => judge({ plan: await wholePlan(review) }),
    confirm: (question) => judge({ question }),
  }
  const { find, get } = kernel.catalog
  const catalog = { get, find: (id: string) => alwaysPlanned(find(id)) }
  const { result, destination } = await runToEnd(kernel, catalog, interaction, ref, follow)
  if (isStale) throw new StalePlan()
  if (result.status === 'declined' && follow.signal.aborted)
    return { message: 'Cancelled. Nothing was changed.', isCancelled: true }
  if (result.status === 'declined' || result.status === 'failed') throw refusalOf(result)
  const { open, view } = result.outcome
  const shows = destination() ?? argsOf(open) ?? argsOf(view)
  const isCancelled = result.status === 'cancelled'
  return { ...result.outcome, ...(shows && { shows }), ...(isCancelled && { isCancelled }) }
}

const argsOf = (ref: Outcome['open']): object | undefined =>
  typeof ref === 'object' ? ref.args : undefined

/** Undoes a run. @throws Refusal */
export async function takeBack(kernel: Kernel, undo: Ref, follow: Follow): Promise<Outcome> {
  const { result } = await runToEnd(kernel, kernel.catalog, withoutPerson, undo, {
    ...follow,
    isUndo: true,
  })
  if (result.status !== 'done') throw refusalOf(result)
  return result.outcome
}

/** The bucket has changed, so the plan no longer says what would happen. */
export class StalePlan extends Refusal {
  constructor() {
    super('The content changed, and this plan with it. Make a new one.')
  }
}

/** Returns a command that assistants may run. @throws Refusal */
export function entryOf({ catalog }: Kernel, id: string): Contribution<'commands'> {
  const entry = catalog.find(id)
  if (!entry || !isTool(entry.item))
    throw new Refusal(`There is no command “${id}”. Use find_commands to look for one.`)
  return entry
}

/** Whether assistants may run a command: it changes something, and people or terminals can run it as well. */
export const isTool = ({ effect, isInternal, call, ask }: AnyCommand): boolean =>
  (effect === 'write' || effect === 'destructive') &&
  (isInternal !== true || call !== undefined) &&
  // No command that needs a file from someone's disk.
  !Object.values((ask ?? {}) as Record<string, Ask>).some(({ kind }) => kind === 'file')

async function runToEnd(
  kernel: Kernel,
  catalog: Pick<Catalog, 'find' | 'get'>,
  interaction: Interaction,
  ref: Ref,
  { signal, progress, isUndo = false }: Follow & { readonly isUndo?: boolean },
  onEnd?: (args: JsonObject) => void,
): Promise<{ readonly result: RunResult; readonly destination: () => object | undefined }> {
  if (!isUndo) entryOf(kernel, ref.command)
  let exact: JsonObject | undefined
  const runner = kernel.runner(catalog, interaction, ({ args = {} }) => (exact = args))
  const { jobs, destination } = runner
  const stop = (): void => {
    // Cancel each job only once: a second cancel would abandon it and let it run on.
    const isStoppable = ({ status }: Job): boolean => status === 'preparing' || status === 'running'
    for (const { id } of jobs.list().filter(isStoppable)) jobs.cancel(id)
  }
  signal.addEventListener('abort', stop)
  const unsubscribe = jobs.subscribe(() => {
    if (signal.aborted) stop()
    const [job] = jobs.list()
    if (job?.progress) progress?.(job.progress)
  })
  try {
    const result = await runner.run(ref, { source: isUndo ? 'undo' : 'extension', isQuick: true })
    if (exact && result.status === 'done') onEnd?.(exact)
    return { result, destination }
  } finally {
    signal.removeEventListener('abort', stop)
    unsubscribe()
  }
}

/** Waits until the whole plan is counted. @throws Refusal when that fails */
function wholePlan(review: Review): Promise<Plan> {
  const { promise, resolve, reject } = Promise.withResolvers<Plan>()
  const look = (): void => {
    const { plan, isWhole, failure } = review.get()
    if (failure !== undefined) reject(new Refusal(failure))
    else if (isWhole) resolve(plan)
  }
  const stop = review.subscribe(look)
  look()
  return promise.finally(stop)
}

/** Interaction without a person: missing arguments are refused, with the message of the form. */
const withoutPerson: Interaction = {
  askArguments({ at, message, steps }) {
    const step = steps.find(({ key }) => key === at)
    const words = message ?? `${step?.title ?? 'An argument'} is a required field`
    throw new Refusal(`${at ?? 'argument'}: ${words.replace(/\.$/, '')}.`)
  },
  argumentsReady: () => undefined,
  commandDeclined: () => undefined,
  review: () => Promise.resolve(true),
  confirm: () => Promise.resolve(true),
  notify: () => undefined,
  open: () => Promise.resolve(),
  keepSelected: () => undefined,
}

/** Returns the command with a plan even for small changes. */
const alwaysPlanned = (
  entry: Contribution<'commands'> | undefined,
): Contribution<'commands'> | undefined =>
  entry && { ...entry, item: { ...entry.item, isAlwaysPlanned: true } }

/** Returns the command with a run that does nothing, so that only its plan is made. */
const withoutRun = (
  entry: Contribution<'commands'> | undefined,
): Contribution<'commands'> | undefined => {
  const planned = alwaysPlanned(entry)
  return (
    planned && {
      ...planned,
      item: {
        ...planned.item,
        load: async () => ({ ...(await planned.item.load()), run: () => Promise.resolve() }),
      },
    }
  )
}

function refusalOf(result: RunResult): Refusal {
  const message = result.status === 'declined' ? undefined : result.outcome.message
  return new Refusal(message ?? 'Nothing was changed.')
}
