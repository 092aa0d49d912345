import type {
  CommandObserver,
  CommandsService,
  StorageService,
} from '@typecase/plugin-sdk/services'
import type { CommandSource, Outcome, Ref } from '@typecase/plugin-sdk/command'
import type { HereService } from '@typecase/plugin-sdk/here'
import type { Go } from '@typecase/plugin-sdk/route'
import { terminalUsage } from '@typecase/plugin-sdk/terminal-line'
import { argumentsOf, problemWith, withDefaults } from '@typecase/plugin-sdk/arguments'
import { askOf } from '@typecase/plugin-sdk/flags'
import { preload } from '@typecase/plugin-sdk/module'
import type { StepScope } from '@typecase/plugin-sdk/jobs'

import type { Host } from '../kernel/host.ts'
import { callOf } from './call-of.ts'
import { type Catalog, type CatalogParts, createCatalog } from './catalog.ts'
import type { Interaction, Notice } from './interaction.ts'
import { isReversible } from './is-reversible.ts'
import { createJobs, isRunning, type Jobs } from './jobs.ts'
import { createJournal, type Journal } from './journal.ts'
import { createRecents, type Recents } from './recents.ts'
import { createRunner, type FinishedRun, type Runner, type RunResult, type Step } from './run.ts'
import { failedOutcome } from './run-errors.ts'
import { pageOf, stepScopeOf } from './step-scope.ts'
import { stepsOf } from './steps.ts'

/** How long, in milliseconds, undo waits for a running command before it reports the command as still running. */
const SETTLES_WITHIN = 500

/** All services for commands. */
export interface CommandCenter {
  /** The service without the search, which comes with the palette's code. */
  readonly service: Omit<CommandsService, 'find'>
  /** Runs commands for keys: see `Runner`. */
  readonly runNow: Runner['runNow']
  readonly catalog: Catalog
  readonly jobs: Jobs
  readonly journal: Journal
  readonly recents: Recents
  /** The last command that was run, restricted to the objects that it could not change; undefined if it changed all. */
  readonly lastFailed: () => Ref | undefined
  /** Reports that a command could not start, and offers to retry. */
  refuse(ref: Ref, error: unknown, retry: () => Promise<unknown>): Outcome
  /** Stops all jobs, because the session has ended. */
  stop(): void
  /** Forgets the account's data, because the account left this browser. */
  forget(): void
}

export interface CommandCenterParts {
  readonly host: Pick<Host, 'registry' | 'facts' | 'services' | 'plugins'>
  readonly storage: Pick<StorageService, 'get' | 'set' | 'subscribe'>
  readonly interaction: Interaction
  readonly keys: CatalogParts['keys']
  readonly here: HereService
  readonly go: Go
}

export function createCommandCenter(parts: CommandCenterParts): CommandCenter {
  const { host, storage, interaction, keys, here, go } = parts
  const { registry, facts, services } = host
  const jobs = createJobs()
  const catalog = createCatalog({ registry, facts, keys, running: jobs })
  const idNow = (id: string): string => catalog.find(id)?.item.id ?? id
  const recents = createRecents(storage, Date.now, idNow)
  const observers = new Set<CommandObserver>()
  let failed: Ref | undefined

  const { run, runNow, ask } = createRunner({
    catalog,
    jobs,
    interaction,
    services,
    here,
    go,
    facts: facts.get,
    report: (owner, phase, error) => void host.plugins.report(owner, phase, error),
    onStart: (ref, source) => observe((observer) => observer.before?.(ref, source)),
    onEnd: announceEnd,
  })

  const journal = createJournal({
    account: () => stepScopeOf(facts.get()).account,
    working,
    whenIdle: () =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          stop()
          resolve()
        }
        const timer = setTimeout(end, SETTLES_WITHIN)
        const stop = jobs.subscribe(() => {
          if (working() === undefined) end()
        })
      }),
    async take(entry, direction) {
      const result = await run(entry[direction], { source: 'undo', step: { entry, direction } })
      return { end: endOf(result), outcome: outcomeOf(result) }
    },
    refuse: (message) => interaction.notify({ message, tone: 'error' }),
    page: () => pageOf(facts.get()),
    name: ({ id, label }, direction) =>
      interaction.notify({
        message: nameStep(label, direction),
        tone: 'info',
        [direction]: () => journal[direction](id),
      }),
  })

  function working(): string | undefined {
    const job = jobs.list().find((one) => isRunning(one) && isWriting(one.ref))
    return job?.progress?.message ?? job?.title
  }

  const isWriting = ({ command }: Ref): boolean => {
    const effect = catalog.find(command)?.item.effect
    return effect === 'write' || effect === 'destructive'
  }

  function announceEnd({
    ref,
    args,
    title,
    source,
    result,
    scope,
    step: taken,
  }: FinishedRun): void {
    if (result.status === 'declined') return
    // A run that ends after a log-out is not announced to the next account.
    if (scope.account !== undefined && scope.account !== stepScopeOf(facts.get()).account) return
    const { status } = result
    const outcome = taken
      ? { ...result.outcome, message: describeStep(taken, result, stepScopeOf(facts.get())) }
      : result.outcome
    // Redo applies to the same objects, regardless of the selection at that time.
    const exact = { ...ref, ...(args && { args }) }
    // A cancelled run may have changed some objects, and these changes can be undone as well.
    const now = pageOf(facts.get())
    const pages = [...new Set([...scope.pages, ...(now === undefined ? [] : [now])])]
    const step =
      source === 'undo'
        ? undefined
        : journal.add(outcome.message ?? title, exact, outcome, { ...scope, pages })
    // Undo, theme changes and cursor moves are nothing to list among the recent commands.
    const isWork = catalog.find(ref.command)?.item.effect !== 'none'
    if (status === 'done' && isByUser(source) && isWork) recents.record(ref, title)
    if (outcome.failures?.length) interaction.keepSelected(outcome.failures)
    const retryRef = status === 'done' && !taken ? failedOf(exact, outcome) : undefined
    failed = retryRef
    const retry = retryOf(ref, source, result, taken)
    const { view } = outcome
    notify(outcome, {
      isFailed: status === 'failed',
      ...(step && { undo: () => journal.undo(step) }),
      ...(taken && status === 'done' && reversal(taken)),
      ...remedyOf(outcome),
      ...(view && { view: () => run(view, { source: 'button' }) }),
      ...(retry && { retry }),
      ...(retryRef && { retryFailed: () => run(retryRef, { source: 'button', isQuick: true }) }),
    })
    if (outcome.open) void follow(outcome.open, step)
    observe((observer) => observer.after?.(ref, outcome, source))
  }

  /** The button that reverses an undo or a redo. */
  function reversal({ entry, direction }: Step): Pick<Notice, 'undo' | 'redo'> {
    return direction === 'undo'
      ? { redo: () => journal.redo(entry.id) }
      : { undo: () => journal.undo(entry.id) }
  }

  /** Finds a command that resolves the reason of a refusal. */
  function remedyOf({ failures = [] }: Outcome): Pick<Notice, 'remedy'> {
    const rules = failures.flatMap(({ rule }) => rule ?? [])
    if (rules.length === 0) return {}
    const remedy = catalog
      .list()
      .find(({ id }) => catalog.find(id)?.item.remedies?.some((rule) => rules.includes(rule)))
    if (!remedy) return {}
    const { id: command, title } = remedy
    return { remedy: { title, run: () => run({ command }, { source: 'button' }) } }
  }

  /** Returns how to retry a failed run. An undo or redo can be retried only while its step is in the journal. */
  function retryOf(ref: Ref, source: CommandSource, result: RunResult, taken: Step | undefined) {
    if (result.status !== 'failed') return undefined
    if (!taken) return () => run(ref, { source })
    const { entry, direction } = taken
    return result.mayPass ? () => journal[direction](entry.id) : undefined
  }

  /** Returns the same command, restricted to the objects that it could not change. */
  function failedOf(ref: Ref, { failures = [] }: Outcome): Ref | undefined {
    const command = catalog.find(ref.command)?.item
    const isScoped = command && argumentsOf(command).some(({ shape }) => shape.kind === 'scope')
    if (failures.length === 0 || !isScoped) return undefined
    const scope = { kind: 'ids', ids: failures.map(({ id }) => id) }
    return { ...ref, args: { ...ref.args, scope } }
  }

  function notify(
    { message, failures = [] }: Outcome,
    { isFailed, ...buttons }: Omit<Notice, 'message' | 'tone'> & { isFailed: boolean },
  ): void {
    const text = message ?? [...new Set(failures.map(({ reason }) => reason))].join(' ')
    if (!text) return
    const tone = isFailed || failures.length > 0 ? 'error' : 'success'
    interaction.notify({ message: text, tone, ...buttons })
  }

  async function follow(open: Ref | `/${string}`, step: string | undefined): Promise<void> {
    if (typeof open === 'string') await interaction.open(open)
    else await run(open, { source: 'command' })
    const page = pageOf(facts.get())
    if (step !== undefined && page !== undefined) journal.linkPage(step, page)
  }

  function observe(tell: (observer: CommandObserver) => void): void {
    for (const observer of observers) {
      try {
        tell(observer)
      } catch (error) {
        reportError(error)
      }
    }
  }

  const service: CommandCenter['service'] = {
    run: async (ref, options) => outcomeOf(await run(ref, options)),
    get: catalog.get,
    preload({ id }) {
      const entry = catalog.find(id)
      if (entry) preload(entry.item)
    },
    isRunning: jobs.isRunning,
    complete: ask,
    async terminalUsage(id) {
      const command = catalog.find(id)?.item
      return command?.call && terminalUsage(command)
    },
    askOf(id, argument) {
      const command = catalog.find(id)?.item
      return command && askOf(command, argument)
    },
    async argumentsOf(id) {
      const command = catalog.find(id)?.item
      if (!command?.args) return []
      const defaults = withDefaults(command, {}, facts.get())
      return stepsOf(command, facts.get()).map((step) => {
        const { [step.key]: value } = defaults
        return {
          ...step,
          ...(value !== undefined && { default: value }),
          problemWith: (input) => problemWith(command, step.key, input),
        }
      })
    },
    callOf: (ref) => callOf(catalog.find(ref.command)?.item, ref, facts.get()),
    isReversible: (ref, context) => isReversible(catalog.find(ref.command)?.item, ref, context),
    list: catalog.list,
    subscribe: catalog.subscribe,
    observe(observer) {
      observers.add(observer)
      return () => void observers.delete(observer)
    },
  }
  return {
    service,
    runNow,
    catalog,
    jobs,
    journal,
    recents,
    lastFailed: () => failed,
    refuse(ref, error, retry) {
      const outcome = failedOutcome(ref.command, error)
      notify(outcome, { isFailed: true, retry })
      return outcome
    },
    stop() {
      for (const job of jobs.list()) if (isRunning(job)) jobs.cancel(job.id)
    },
    forget() {
      failed = undefined
      journal.clear()
      for (const { id } of jobs.list()) jobs.dismiss(id)
    },
  }
}

function outcomeOf(result: RunResult): Outcome | undefined {
  return result.status === 'declined' ? undefined : result.outcome
}

/** Asks before undoing a step of another page, because the user probably means the current page. */
export const nameStep = (label: string, direction: 'undo' | 'redo'): string => {
  const verb = direction === 'undo' ? 'Undo' : 'Redo'
  return `${verb}: ${label.replace(/[.…]$/, '')}? It was done on another page. Press again, or use History.`
}

/** Returns the outcome for the journal. A cancelled run may have left changes to undo, so its step is kept. */
function endOf(result: RunResult): 'done' | 'kept' | 'refused' {
  if (result.status === 'done') return 'done'
  return result.status === 'failed' && !result.mayPass ? 'refused' : 'kept'
}

function isByUser(source: CommandSource): boolean {
  return source !== 'command' && source !== 'extension' && source !== 'undo'
}

const words = {
  undo: { done: 'Undone', none: 'Not undone', cancelled: 'Undo stopped' },
  redo: { done: 'Redone', none: 'Not redone', cancelled: 'Redo stopped' },
}

/**
 * Describes a step that was undone or redone, and its result.
 * @param here the user's location, which may not show the change
 */
export function describeStep(
  { entry, direction }: Step,
  result: Exclude<RunResult, { status: 'declined' }>,
  here: StepScope,
): string {
  const { message = '', failures = [], undo } = result.outcome
  const isNone = result.status === 'failed' || (failures.length > 0 && !undo)
  const { done, none, cancelled } = words[direction]
  const end = result.status === 'cancelled' ? cancelled : isNone ? none : done
  const isElsewhere = entry.bucket !== undefined && entry.bucket !== here.bucket
  const where = isElsewhere ? ` in ${entry.bucket}` : ''
  return `${end}${where}: ${entry.label.replace(/[.…]$/, '')}. ${message}`.trim()
}
