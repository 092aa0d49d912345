import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { AnyCommand } from '@typecase/plugin-sdk/command'
import type { Plugin, PluginPart } from '@typecase/plugin-sdk/plugin'
import { nounAndVerb } from '@typecase/plugin-sdk/terminal-line'

const PLUGINS = join(import.meta.dirname, '../../plugins')

/** A command that a terminal can run: it says which call of the contract carries it out. */
export interface TerminalCommand {
  readonly noun: string
  readonly verb: string
  readonly command: AnyCommand
}

/** All of them, as the plugins declare them. */
export async function readCommands(): Promise<readonly TerminalCommand[]> {
  const ids = readdirSync(PLUGINS).filter((id) => existsSync(join(PLUGINS, id, 'plugin.ts')))
  const all = await Promise.all(ids.map(commandsOf))
  return all.flat()
}

async function commandsOf(id: string): Promise<TerminalCommand[]> {
  const path = pathToFileURL(join(PLUGINS, id, 'plugin.ts')).href
  const { default: plugin } = (await import(path)) as { default: Plugin }
  const later: PluginPart = (await plugin.later?.())?.default ?? {}
  return [...(plugin.commands ?? []), ...(later.commands ?? [])]
    .filter(({ call }) => call !== undefined)
    .map((command) => {
      const [noun, verb] = nounAndVerb(command.id)
      return { noun, verb, command }
    })
}
