import type { AnyCommand } from '@typecase/plugin-sdk/command'
import type { Plugin, PluginPart } from '@typecase/plugin-sdk/plugin'
import { nounAndVerb } from '@typecase/plugin-sdk/terminal-line'

import { loadPlugins } from './plugin-modules.ts'

/** A command that a terminal can run, because it declares the call of the contract that performs it. */
export interface TerminalCommand {
  readonly noun: string
  readonly verb: string
  readonly command: AnyCommand
}

/** Reads all commands for terminals from the plugins. */
export async function readCommands(): Promise<readonly TerminalCommand[]> {
  const plugins = await loadPlugins()
  const all = await Promise.all(plugins.map((module) => commandsOf(module.default)))
  return all.flat()
}

async function commandsOf(plugin: Plugin): Promise<TerminalCommand[]> {
  const later: PluginPart = (await plugin.later?.())?.default ?? {}
  return [...(plugin.commands ?? []), ...(later.commands ?? [])]
    .filter(({ call }) => call !== undefined)
    .map((command) => {
      const [noun, verb] = nounAndVerb(command.id)
      return { noun, verb, command }
    })
}
