import type {
  AnyCommand,
  CommandModule,
  CommandSource,
  Outcome,
  Ref,
  RunContext,
} from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import type { JournalEntry, StepPlace } from '@typecase/plugin-sdk/jobs'
import type { FaultPhase } from '@typecase/plugin-sdk/plugins'
import type { HereService } from '@typecase/plugin-sdk/here'
import { isMissingCode } from '@typecase/plugin-sdk/missing-code'
import { isExpected } from '@typecase/plugin-sdk/refusal'
import type { Go } from '@typecase/plugin-sdk/route'
import type { RunOptions } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { scopesOf, scopeToJson } from '@typecase/plugin-sdk/scope'
import { isUsable, runConditionOf } from '@typecase/plugin-sdk/subject'
import { holds } from '@typecase/plugin-sdk/when'
import { fetchModule, preload } from '@typecase/plugin-sdk/module'
import { within } from '@typecase/plugin-sdk/within'
import { checkArgs, withDefaults } from '@typecase/plugin-sdk/arguments'

import { carryOut, unlessAborted } from './carry-out.ts'
import type { Contribution } from '../kernel/registry.ts'
import type { Catalog } from './catalog.ts'
import type { Interaction } from './interaction.ts'
import type { Direction } from './journal.ts'
import type { Jobs, RunningJob } from './jobs.ts'
import { followPlan, type LivePlan } from './live-plan.ts'
import { gateOf, generalQuestion, isDecided, wantsPlan } from './policy.ts'
import {
  BadArguments,
  failedOutcome,
  mayPass,
  type RefusedArgument,
  refusedArgument,
  Reported,
} from './run-errors.ts'
import { missingSteps, type Step as ArgumentStep, stepsOf } from './steps.ts'

/** How a run ended. */
export type RunResult =
  | { readonly status: 'done'; readonly outcome: Outcome }
  /** `mayPass`: the same may work later. */
  | { readonly status: 'failed'; readonly outcome: Outcome; readonly mayPass: boolean }
  | { readonly status: 'cancelled'; readonly outcome: Outcome }
  /** The user backed out before it began. */
  | { readonly status: 'declined' }

/** A finished run, with what it was given: what the journal and the recents need to know. */
export interface Ended {
  readonly ref: Ref
  /** All arguments that it ran with, once it ran. */
  readonly args?: JsonObject
  readonly title: string
  readonly source: CommandSource
  readonly result: RunResult
  /** Who ran it, and in which bucket. */
  readonly place: StepPlace
  readonly step?: Step
}

/** A step of the journal that is taken back, or taken again. */
export interface Step {
  readonly entry: JournalEntry
  readonly direction: Direction
}

export interface RunnerOptions extends RunOptions {
  readonly step?: Step
}

export interface RunnerParts {
  readonly catalog: Catalog
  readonly jobs: Jobs
  readonly interaction: Interaction
  readonly services: Services
  readonly facts: () => FactValues
  readonly here: HereService
  readonly go: Go
  /** Tells that a plugin's code failed, as opposed to the server or the network. */
  readonly report: (owner: string, phase: FaultPhase, error: unknown) => void
  readonly started: (ref: Ref, source: CommandSource) => void
  readonly ended: (ended: Ended) => void
}

export interface Runner {
  /** Runs one command from reference to outcome. Never rejects. */
  run(ref: Ref, options?: RunnerOptions): Promise<RunResult>
  /** Runs a command that takes no time, with the press of its key. @returns whether it is one, and could run */
  runNow(command: Contribution<'commands'>, ref: Ref): boolean
  /** Asks for what is missing, and runs nothing. @returns undefined when the user backed out */
  ask(ref: Ref): Promise<Ref | undefined>
}

interface Ready {
  readonly command: AnyCommand
  readonly args: JsonObject
  readonly checked: object
  /** The arguments before the review: what is left out once is not for the next time. */
  readonly chosen?: JsonObject
}

/** With the steps that its arguments can be asked for at. */
interface Asked extends Ready {
  readonly steps: readonly ArgumentStep[]
}

interface Opened {
  readonly module: CommandModule
  readonly gated: Ready
}

export function createRunner(parts: RunnerParts): Runner {
  const { catalog, jobs, interaction } = parts

  async function run(ref: Ref, options: RunnerOptions = {}): Promise<RunResult> {
    let hasBegun = false
    try {
      return await attempt(ref, options, (is) => (hasBegun = is))
    } finally {
      // Another command may be chosen while this one is at work: what waits there is not for its end.
      if (!hasBegun) interaction.declined()
    }
  }

  async function attempt(
    ref: Ref,
    options: RunnerOptions,
    setBegun: (hasBegun: boolean) => void,
  ): Promise<RunResult> {
    const { source = 'command', step } = options
    const begin = (exact: Ref): void => {
      setBegun(true)
      parts.started(exact, source)
    }
    const entry = catalog.find(ref.command)
    const state = catalog.get(ref.command)
    if (!entry || !state) return refuse(`There is no command “${ref.command}” here.`)
    const facts = step ? factsAt(step.entry, parts.facts()) : parts.facts()
    // What is known here says nothing of what one may do in another bucket; the server says that.
    const isHere = facts === parts.facts()
    if (isHere && !isUsable(state, ref.args))
      return refuse(state.reason ?? 'Not available here.', ref.command)

    const place = placeOf(facts)
    let given = ref.args ?? {}
    let refused: RefusedArgument | undefined
    let job: RunningJob | undefined
    try {
      for (;;) {
        const ready = await complete(entry.item, state.title, given, facts, options, refused)
        if (!ready) return { status: 'declined' }
        const exact = { command: ref.command, args: ready.args }
        if (entry.item.runNow) {
          begin(exact)
          entry.item.runNow(ready.checked, contextFor(source, facts, neverAborted))
          return { status: 'done', outcome: {} }
        }
        // A second press while the first one works must not do it twice.
        if (!entry.item.isReentrant && jobs.running(exact)) return { status: 'declined' }

        job = jobs.start(exact, state.title)
        const context = contextFor(source, facts, job.signal)
        try {
          const opened = await unlessAborted(
            open(entry, ready, state.title, context, job),
            job.signal,
          )
          // Somebody else may have signed in while the user was asked.
          const isSomebodyElse = placeOf(parts.facts()).account !== place.account
          if (!opened || isSomebodyElse || job.signal.aborted) {
            job.drop()
            return { status: 'declined' }
          }
          job.begin()
          begin(exact)
          const { module, gated } = opened
          const result = await carryOut(module, gated.checked, context, job)
          job.end(result.status, result.outcome)
          const { args } = gated
          parts.ended({
            ref: chosen(ref, gated.chosen ?? args, facts),
            args,
            title: state.title,
            source,
            result,
            place,
            ...(step && { step }),
          })
          return result
        } catch (error) {
          // The server knows rules that a schema cannot say. What was typed stays, and is asked again.
          refused = job.signal.aborted ? undefined : refusedArgument(error, ready.steps)
          // Nobody typed what takes something back, or what another program asked for.
          if (!refused || source === 'undo' || source === 'extension') throw error
          job.drop()
          setBegun(false)
          given = ready.args
        }
      }
    } catch (error) {
      if (job?.signal.aborted) {
        job.drop()
        return { status: 'declined' }
      }
      const result = failed(entry.owner, ref, error)
      job?.end('failed', result.outcome)
      parts.ended({ ref, title: state.title, source, result, place, ...(step && { step }) })
      return result
    }
  }

  function failed(owner: string, ref: Ref, error: unknown) {
    if (!isExpected(error) && !isMissingCode(error)) parts.report(owner, 'run', error)
    const outcome = failedOutcome(ref.command, error)
    return { status: 'failed', outcome, mayPass: mayPass(error) } as const
  }

  function runNow({ item, owner }: Contribution<'commands'>, ref: Ref): boolean {
    const facts = parts.facts()
    if (!item.runNow || !holds(runConditionOf(item, ref.args), facts)) return false
    const args = item.args ? wholeArgs(item, ref, facts) : {}
    if (!args) return false
    try {
      item.runNow(args, contextFor('key', facts, neverAborted))
    } catch (error) {
      const result = failed(owner, ref, error)
      parts.ended({ ref, title: item.title, source: 'key', result, place: placeOf(facts) })
    }
    return true
  }

  /** Asks until the arguments fit the schema. @returns undefined when the user backed out */
  async function complete(
    command: AnyCommand,
    title: string,
    given: JsonObject,
    facts: FactValues,
    { isQuick = false, source }: RunOptions,
    refused?: RefusedArgument,
  ): Promise<Asked | undefined> {
    const steps = command.args ? stepsOf(command, facts) : []
    // A step of the journal has all its arguments: what is selected by now is none of them.
    if (source === 'undo') return exactly(command, title, given, steps)
    let args = withDefaults(command, given, facts)
    let at = refused?.key ?? missingSteps(steps, args, isQuick)[0]?.key
    let message = refused?.message
    // A link only fills in arguments: its author must not run anything in another person's name.
    let isAgreed = source !== 'link'
    for (;;) {
      if (at === undefined && isAgreed) {
        const checked = checkArgs(command, args)
        if (checked.ok) return { command, args, checked: checked.args, steps }
        const [problem] = checked.problems
        const step = steps.find(({ key }) => key === problem?.key)
        if (!problem || !step) throw new BadArguments(title, problem)
        at = step.key
        message = `${step.title} ${problem.text}`
      }
      // Its code comes while the user answers.
      preload(command)
      const answer = await interaction.askArguments({
        command,
        title,
        steps,
        args,
        ...(at && { at }),
        ...(message && { message }),
      })
      if (!answer) return undefined
      isAgreed = true
      args = answer
      // What may be left out was offered once; leaving it out is an answer.
      at = missingSteps(steps, args, true)[0]?.key
      message = undefined
    }
  }

  function exactly(
    command: AnyCommand,
    title: string,
    args: JsonObject,
    steps: readonly ArgumentStep[],
  ): Asked {
    const checked = checkArgs(command, args)
    if (checked.ok) return { command, args, checked: checked.args, steps }
    throw new BadArguments(title, checked.problems[0])
  }

  async function load(owner: string, command: AnyCommand): Promise<CommandModule> {
    try {
      return await fetchModule(command, `The command ${command.id}`)
    } catch (error) {
      parts.report(owner, 'import', error)
      throw new Reported(error)
    }
  }

  /** Everything before it begins. @returns undefined when the user backed out */
  async function open(
    { owner, item }: { owner: string; item: AnyCommand },
    ready: Asked,
    title: string,
    context: RunContext,
    job: RunningJob,
  ): Promise<Opened | undefined> {
    const module = await load(owner, item)
    const gated = await passGate(ready, module, title, context, job)
    return gated && { module, gated }
  }

  /** Shows the plan or asks, where one of them is due. @returns undefined when the user backed out */
  async function passGate(
    ready: Asked,
    module: CommandModule,
    title: string,
    context: RunContext,
    job: RunningJob,
  ): Promise<Ready | undefined> {
    const { command } = ready
    const { plan: make } = module
    const isPlanned = make !== undefined && wantsPlan(command, ready.args)
    // Taking something back was decided when it was done.
    if (!isPlanned && context.source === 'undo') return ready
    if (!isPlanned) return passWithout(ready, module, title, context, job)
    const planFor = ({ checked }: Ready): Promise<LivePlan> =>
      followPlan((signal) => make.call(module, checked, { ...context, signal }), context.signal)
    const live = await planFor(ready)
    try {
      const begun = live.get().plan
      const plan = isDecided(command, begun) ? begun : await live.whole()
      // Backed out of while the plan was on its way.
      if (context.signal.aborted) return undefined
      const gate = gateOf(command, ready.args, plan, context.source)
      const frozen = recheck(command, { ...ready.args, ...plan.args })
      if (gate.kind !== 'review') return frozen
      // Nobody reviews a plan on the login screen. Usually it is there: it is fetched with the palette.
      const { createReview } = await within(() => import('./review.ts'), 'The review of a plan')
      const review = createReview({
        args: ready.args,
        first: live,
        make: (args) => planFor(recheck(command, args)),
      })
      try {
        const { isPhraseNeeded = false } = gate
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

  /** Where there is no plan to show: asks, if it is due. */
  async function passWithout(
    ready: Ready,
    module: CommandModule,
    title: string,
    context: RunContext,
    job: RunningJob,
  ): Promise<Ready | undefined> {
    const { command, args, checked } = ready
    const hasQuestion = module.confirmation !== undefined
    const gate = gateOf(command, args, undefined, context.source, hasQuestion)
    if (gate.kind !== 'confirm') return ready
    const question = module.confirmation
      ? await module.confirmation(checked, context)
      : generalQuestion(title)
    if (!question) return ready
    // Backed out of while the question was on its way.
    if (context.signal.aborted) return undefined
    const { args: frozen, ...confirmation } = question
    const isDestructive = command.effect === 'destructive'
    const isAgreed = await job.asking(interaction.confirm({ isDestructive, ...confirmation }))
    if (!isAgreed) return undefined
    return frozen ? { ...recheck(command, { ...args, ...frozen }), chosen: args } : ready
  }

  function recheck(command: AnyCommand, args: JsonObject): Ready {
    return exactly(command, command.title, args, [])
  }

  function contextFor(source: CommandSource, facts: FactValues, signal: AbortSignal): RunContext {
    const { route, page, field } = parts.here
    return {
      services: parts.services,
      facts,
      route,
      page,
      field,
      source,
      signal,
      go: parts.go,
      run: async (ref) => {
        const result = await run(ref, { source: 'command' })
        return result.status === 'declined' ? {} : result.outcome
      },
    }
  }

  /** Only what the user chose: a recent "Publish" must not be about the rows of last week. */
  function chosen(ref: Ref, args: JsonObject, facts: FactValues): Ref {
    const command = catalog.find(ref.command)?.item
    const implied = command ? withDefaults(command, {}, facts) : {}
    // What the page offered is about that page, also where one had to choose it.
    const offered = [implied['scope'], ...scopesOf(facts).map(scopeToJson)].map((one) =>
      JSON.stringify(one),
    )
    const own = Object.entries(args).filter(([key, value]) => {
      const text = JSON.stringify(value)
      return key === 'scope' ? !offered.includes(text) : JSON.stringify(implied[key]) !== text
    })
    return own.length === 0 ? { command: ref.command } : { ...ref, args: Object.fromEntries(own) }
  }

  function refuse(message: string, id = 'command'): RunResult {
    interaction.notify({ message, tone: 'error' })
    const outcome = { message, failures: [{ id, reason: message }] }
    return { status: 'failed', outcome, mayPass: false }
  }

  async function ask({ command: id, args = {} }: Ref): Promise<Ref | undefined> {
    const command = catalog.find(id)?.item
    const title = catalog.get(id)?.title ?? id
    const ready = command && (await complete(command, title, args, parts.facts(), {}))
    if (!ready) return undefined
    interaction.answered()
    return { command: id, args: ready.args }
  }

  return { run, runNow, ask }
}

/** The arguments of a reference, checked. @returns undefined while something has to be asked, or cannot be checked yet */
function wholeArgs(command: AnyCommand, { args = {} }: Ref, facts: FactValues): object | undefined {
  try {
    const given = withDefaults(command, args, facts)
    const checked = checkArgs(command, given)
    const isWhole = missingSteps(stepsOf(command, facts), given).length === 0
    return isWhole && checked.ok ? checked.args : undefined
  } catch {
    // The schema's library is on its way; the ordinary way waits for it.
    return undefined
  }
}

const neverAborted = new AbortController().signal

/** Where somebody is who runs a command. */
export const placeOf = (facts: FactValues): StepPlace => ({
  account: facts['session.userID'],
  bucket: facts['route.bucketSlug'],
  pages: [pageOf(facts) ?? []].flat(),
})

/** Names the page on screen, whatever is filtered or sorted there. */
export function pageOf(facts: FactValues): string | undefined {
  const { 'route.href': href, 'page.part': part } = facts
  const path = href?.split(/[?#]/)[0]
  return path === undefined || part === undefined ? path : `${path}#${part}`
}

/** The facts for a step that was done somewhere: elsewhere, all that the page says is about something else. */
function factsAt({ bucket }: StepPlace, now: FactValues): FactValues {
  if (now['route.bucketSlug'] === bucket) return now
  const ofSession = Object.entries(now).filter(([key]) => key.startsWith('session.'))
  return {
    ...Object.fromEntries(ofSession),
    ...(bucket !== undefined && { 'route.bucketSlug': bucket }),
  }
}
