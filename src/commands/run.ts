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
import type { JournalEntry, StepScope } from '@typecase/plugin-sdk/jobs'
import type { FaultPhase } from '@typecase/plugin-sdk/plugins'
import type { HereService } from '@typecase/plugin-sdk/here'
import { isMissingCode } from '@typecase/plugin-sdk/missing-code'
import { isExpected } from '@typecase/plugin-sdk/refusal'
import type { Go } from '@typecase/plugin-sdk/route'
import type { RunOptions } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { isUsable, runConditionOf } from '@typecase/plugin-sdk/subject'
import { holds } from '@typecase/plugin-sdk/when'
import { fetchModule } from '@typecase/plugin-sdk/module'

import { carryOut, unlessAborted } from './carry-out.ts'
import type { Contribution } from '../kernel/registry.ts'
import type { Catalog } from './catalog.ts'
import { chosenRef, type CompleteArgs, completeArgs, wholeArgs } from './complete-args.ts'
import { type GateContext, passGate } from './gate.ts'
import type { Interaction } from './interaction.ts'
import type { Direction } from './journal.ts'
import type { Jobs, RunningJob } from './jobs.ts'
import {
  failedOutcome,
  mayPass,
  type RefusedArgument,
  refusedArgument,
  ReportedError,
} from './run-errors.ts'
import { factsAt, stepScopeOf } from './step-scope.ts'

/** How a run ended. */
export type RunResult =
  | { readonly status: 'done'; readonly outcome: Outcome }
  /** `mayPass`: the same run may succeed later. */
  | { readonly status: 'failed'; readonly outcome: Outcome; readonly mayPass: boolean }
  | { readonly status: 'cancelled'; readonly outcome: Outcome }
  /** The user backed out before the run began. */
  | { readonly status: 'declined' }

/** A finished run with its input, for the journal and the recent commands. */
export interface FinishedRun {
  readonly ref: Ref
  /** All arguments of the run, once it ran. */
  readonly args?: JsonObject
  readonly title: string
  readonly source: CommandSource
  readonly result: RunResult
  /** The account that ran the command, and the bucket. */
  readonly scope: StepScope
  readonly step?: Step
}

/** A step of the journal that is being undone or redone. */
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
  /** Reports that a plugin's code failed, as opposed to the server or the network. */
  readonly report: (owner: string, phase: FaultPhase, error: unknown) => void
  readonly onStart: (ref: Ref, source: CommandSource) => void
  readonly onEnd: (ended: FinishedRun) => void
}

export interface Runner {
  /** Runs one command from reference to outcome. Never rejects. */
  run(ref: Ref, options?: RunnerOptions): Promise<RunResult>
  /** Runs an immediate command during the key press. @returns whether the command is immediate and could run */
  runNow(command: Contribution<'commands'>, ref: Ref): boolean
  /** Asks for missing arguments and runs nothing. @returns undefined when the user backed out */
  ask(ref: Ref): Promise<Ref | undefined>
}

export function createRunner(parts: RunnerParts): Runner {
  const { catalog, jobs, interaction } = parts

  async function run(ref: Ref, options: RunnerOptions = {}): Promise<RunResult> {
    let hasBegun = false
    try {
      return await attempt(ref, options, (is) => (hasBegun = is))
    } finally {
      // While this command runs, the user may choose another one, to which an open prompt then belongs.
      if (!hasBegun) interaction.commandDeclined()
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
      parts.onStart(exact, source)
    }
    const entry = catalog.find(ref.command)
    const state = catalog.get(ref.command)
    if (!entry || !state) return refuse(`There is no command “${ref.command}” here.`)
    const facts = step ? factsAt(step.entry, parts.facts()) : parts.facts()
    // The facts of this page say nothing about permissions in another bucket; the server checks those.
    const isHere = facts === parts.facts()
    if (isHere && !isUsable(state, ref.args))
      return refuse(state.reason ?? 'Not available here.', ref.command)

    const scope = stepScopeOf(facts)
    let input = ref.args ?? {}
    let refusal: RefusedArgument | undefined
    let job: RunningJob | undefined
    try {
      for (;;) {
        const ready = await completeArgs(
          interaction,
          entry.item,
          state.title,
          input,
          facts,
          options,
          refusal,
        )
        if (!ready) return { status: 'declined' }
        const exact = { command: ref.command, args: ready.args }
        if (entry.item.runNow) {
          begin(exact)
          entry.item.runNow(ready.checked, contextFor(source, facts, neverAborted))
          return { status: 'done', outcome: {} }
        }
        // A second press during the run must not run the command twice.
        if (!entry.item.isReentrant && jobs.running(exact)) return { status: 'declined' }

        job = jobs.start(exact, state.title)
        const context = contextFor(source, facts, job.signal)
        try {
          const start = await unlessAborted(
            open(entry, ready, { title: state.title, context, job, interaction }),
            job.signal,
          )
          // Another user may have signed in while the question was open.
          const isSomebodyElse = stepScopeOf(parts.facts()).account !== scope.account
          if (!start || isSomebodyElse || job.signal.aborted) {
            job.drop()
            return { status: 'declined' }
          }
          job.begin()
          begin(exact)
          const { module, gated } = start
          const result = await carryOut(module, gated.checked, context, job)
          job.end(result.status, result.outcome)
          const { args } = gated
          parts.onEnd({
            ref: chosenRef(entry.item, gated.chosen ?? args, facts),
            args,
            title: state.title,
            source,
            result,
            scope,
            ...(step && { step }),
          })
          return result
        } catch (error) {
          // The server knows rules that a schema cannot express. The input is kept, and the argument is asked for
          // again.
          refusal = job.signal.aborted ? undefined : refusedArgument(error, ready.steps)
          // The arguments of an undo or of a call by an extension were not typed by a user.
          if (!refusal || source === 'undo' || source === 'extension') throw error
          job.drop()
          setBegun(false)
          input = ready.args
        }
      }
    } catch (error) {
      if (job?.signal.aborted) {
        job.drop()
        return { status: 'declined' }
      }
      const result = failedResult(entry.owner, ref, error)
      job?.end('failed', result.outcome)
      parts.onEnd({ ref, title: state.title, source, result, scope, ...(step && { step }) })
      return result
    }
  }

  function failedResult(owner: string, ref: Ref, error: unknown) {
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
      const result = failedResult(owner, ref, error)
      parts.onEnd({ ref, title: item.title, source: 'key', result, scope: stepScopeOf(facts) })
    }
    return true
  }

  async function load(owner: string, command: AnyCommand): Promise<CommandModule> {
    try {
      return await fetchModule(command, `The command ${command.id}`)
    } catch (error) {
      parts.report(owner, 'import', error)
      throw new ReportedError(error)
    }
  }

  /** Does everything that precedes the run. @returns undefined when the user backed out */
  async function open(
    { owner, item }: Contribution<'commands'>,
    ready: CompleteArgs,
    gate: Omit<GateContext, 'module'>,
  ) {
    const module = await load(owner, item)
    const gated = await passGate(ready, { ...gate, module })
    return gated && { module, gated }
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

  function refuse(message: string, id = 'command'): RunResult {
    interaction.notify({ message, tone: 'error' })
    const outcome = { message, failures: [{ id, reason: message }] }
    return { status: 'failed', outcome, mayPass: false }
  }

  async function ask({ command: id, args = {} }: Ref): Promise<Ref | undefined> {
    const command = catalog.find(id)?.item
    const title = catalog.get(id)?.title ?? id
    const ready =
      command && (await completeArgs(interaction, command, title, args, parts.facts(), {}))
    if (!ready) return undefined
    interaction.argumentsReady()
    return { command: id, args: ready.args }
  }

  return { run, runNow, ask }
}

const neverAborted = new AbortController().signal
