import { ArkErrors } from 'arktype'

import type { AnyCommand, CommandSource, Outcome, Progress, Ref, RunContext } from '../command.ts'
import { Here } from '../here.ts'
import type { Plan } from '../plan.ts'
import type { Plugin } from '../plugin.ts'
import { Dialogs } from '../services.ts'
import { runConditionOf } from '../subject.ts'
import { holds } from '../when.ts'
import { printWhen } from '../when-print.ts'
import type { TestHost } from './world.ts'

/** The result of a run. */
export interface CommandRun {
  readonly outcome: Outcome
  readonly progress: readonly Progress[]
  readonly log: TestHost['log']
}

/** Runs a command on a host, as the core would, without asking. */
export async function runOn(
  host: TestHost,
  plugin: Plugin,
  ref: Ref,
  source: CommandSource = 'palette',
  signal: AbortSignal = new AbortController().signal,
): Promise<CommandRun> {
  const { command, args, context } = prepare(host, plugin, ref, source, signal)
  const module = await command.load()
  const question = await module.confirmation?.(args, context)
  if (question && !(await host.services.get(Dialogs).confirm(question)))
    return { outcome: {}, progress: [], log: host.log }
  const work = module.run({ ...args, ...question?.args }, context)
  const progress: Progress[] = []
  const finish = (outcome: Outcome | void): CommandRun => {
    host.log.outcomes.push(outcome ?? {})
    return { outcome: outcome ?? {}, progress, log: host.log }
  }
  if (!(Symbol.asyncIterator in work)) return finish(await work)
  for (;;) {
    const step = await work.next()
    if (step.done) return finish(step.value)
    progress.push(step.value)
  }
}

/** Makes a command's plan on a host. */
export async function planOn(host: TestHost, plugin: Plugin, ref: Ref): Promise<Plan> {
  const { signal } = new AbortController()
  const { command, args, context } = prepare(host, plugin, ref, 'palette', signal)
  const module = await command.load()
  if (!module.plan) throw new Error(`The command ${ref.command} makes no plan`)
  return module.plan(args, context)
}

function prepare(
  host: TestHost,
  plugin: Plugin,
  { command: id, args: input }: Ref,
  source: CommandSource,
  signal: AbortSignal,
): { command: AnyCommand; args: object; context: RunContext } {
  const command = plugin.commands?.find((one) => one.id === id)
  if (!command) throw new Error(`The plugin ${plugin.id} has no command ${id}`)
  const facts = host.facts.get()
  const condition = runConditionOf(command, input)
  if (!holds(condition, facts)) {
    throw new Error(`The command ${id} is disabled: it needs ${printWhen(condition)}`)
  }
  const args: unknown = command.args?.()({ ...command.defaults?.(facts), ...input }) ?? {}
  if (args instanceof ArkErrors) throw new Error(`${id}: ${args.summary}`)
  const { route, page, field } = host.services.get(Here)
  const context: RunContext = {
    services: host.services,
    route,
    page,
    field,
    facts,
    signal,
    source,
    go: host.go,
    run: async (ref) => {
      host.log.ran.push(ref)
      const isPluginCommand = plugin.commands?.some((one) => one.id === ref.command)
      return isPluginCommand ? (await runOn(host, plugin, ref, 'command')).outcome : {}
    },
  }
  // The schema of arguments describes an object.
  return { command, args: args as object, context }
}
