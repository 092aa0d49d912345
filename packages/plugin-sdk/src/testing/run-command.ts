import type { CommandSource } from '../command.ts'
import type { JsonObject } from '../json.ts'
import type { Plan } from '../plan.ts'
import type { Plugin } from '../plugin.ts'
import { complete } from './complete.ts'
import { type CommandRun, planOn, runOn } from './run-on.ts'
import { createTestHost } from './test-host.ts'
import type { TestHost, TestHostOptions } from './world.ts'

/** How `runCommand` runs a command. */
export interface RunCommandOptions extends TestHostOptions {
  /** An existing host, to inspect it afterwards or to run several commands on it. */
  readonly host?: TestHost
  readonly source?: CommandSource
  readonly signal?: AbortSignal
}

/**
 * Runs a plugin's command as the core would, without asking: `args` and the command's defaults must be complete.
 * @throws when the command is unknown, disabled, or its arguments break its schema; and all errors of its run
 * @example
 * const { outcome } = await runCommand(plugin, 'objects.publish', { scope }, { api: { 'objects.publishByIds': () => ({}) } })
 */
export async function runCommand(
  plugin: Plugin,
  id: string,
  args: JsonObject = {},
  options: RunCommandOptions = {},
): Promise<CommandRun> {
  const whole = await complete(plugin)
  const host = options.host ?? createTestHost(whole, options)
  return runOn(host, whole, { command: id, args }, options.source, options.signal)
}

/** Makes a command's plan as the core would. @throws like `runCommand`, and when the command has none */
export async function planCommand(
  plugin: Plugin,
  id: string,
  args: JsonObject = {},
  options: RunCommandOptions = {},
): Promise<Plan> {
  const whole = await complete(plugin)
  const host = options.host ?? createTestHost(whole, options)
  return planOn(host, whole, { command: id, args })
}
