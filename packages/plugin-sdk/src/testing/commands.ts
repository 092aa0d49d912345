import { ArkErrors } from 'arktype'

import { askOf } from '../flags.ts'
import type { JsonObject } from '../json.ts'
import type { Plugin } from '../plugin.ts'
import type { CommandsService, CommandState } from '../services.ts'
import { missingSubjects, runConditionOf } from '../subject.ts'
import { terminalLine, terminalUsage } from '../terminal-line.ts'
import { holdsWords } from '../text-match.ts'
import { fillTitle } from '../title.ts'
import { holds } from '../when.ts'
import { memoize } from './observable.ts'
import { runOn } from './run-on.ts'
import type { TestHost } from './world.ts'

/** Returns the commands of one plugin, as buttons see them. Runs of another plugin's commands are only recorded. */
export function commandsOf(plugin: Plugin, host: () => TestHost): CommandsService {
  const states = new Map<string, CommandState>()
  const describe = (id: string): CommandState | undefined => {
    const command = plugin.commands?.find((one) => one.id === id)
    if (!command) return undefined
    const facts = host().facts.get()
    const isEnabled = holds(runConditionOf(command), facts)
    const missing = missingSubjects(command, facts)
    const reason = isEnabled ? undefined : (command.why?.(facts) ?? 'Not available here.')
    const state: CommandState = {
      id,
      owner: plugin.id,
      title: fillTitle(command.title, facts),
      group: command.group ?? plugin.title,
      order: command.order ?? 50,
      keywords: command.keywords ?? [],
      aliases: command.aliases ?? [],
      isEnabled,
      isInternal: command.isInternal ?? false,
      isHarmless: command.effect === 'none' || command.effect === 'nav',
      hasCall: command.call !== undefined,
      keys: (plugin.keys ?? []).filter((key) => key.command === id).map(({ keys }) => keys),
      isRunning: false,
      ...(command.icon && { icon: command.icon }),
      ...(reason && { reason }),
      ...(missing && { missingSubjects: missing }),
    }
    const existing = states.get(id)
    if (existing && JSON.stringify(existing) === JSON.stringify(state)) return existing
    states.set(id, state)
    return state
  }
  return {
    get: describe,
    preload: () => {},
    isRunning: () => false,
    list: memoize(() => (plugin.commands ?? []).flatMap(({ id }) => describe(id) ?? [])),
    subscribe: (listener) => host().facts.subscribe(listener),
    observe: () => () => {},
    async terminalUsage(id) {
      const command = plugin.commands?.find((one) => one.id === id)
      return command?.call && terminalUsage(command)
    },
    askOf(id, argument) {
      const command = plugin.commands?.find((one) => one.id === id)
      return command && askOf(command, argument)
    },
    argumentsOf: () => Promise.resolve([]),
    async find(words, limit) {
      const states = (plugin.commands ?? []).flatMap(({ id }) => describe(id) ?? [])
      return states.filter(({ title }) => holdsWords(title, words)).slice(0, limit)
    },
    // A test has no user to ask.
    complete: (ref) => Promise.resolve(ref),
    async callOf(ref) {
      const command = plugin.commands?.find(({ id }) => id === ref.command)
      const module = await command?.call?.()
      if (!command || !module) return undefined
      const facts = host().facts.get()
      const args: unknown = command.args?.()({ ...command.defaults?.(facts), ...ref.args }) ?? {}
      if (args instanceof ArkErrors) throw new Error(`${ref.command}: ${args.summary}`)
      const bucketSlug = facts['route.bucketSlug'] ?? ''
      return {
        // The schema of arguments describes a JSON object.
        ...module.callOf(args as object, { bucketSlug }),
        terminalLine: terminalLine(command, args as JsonObject, bucketSlug),
      }
    },
    async isReversible({ command }) {
      return plugin.commands?.find(({ id }) => id === command)?.effect !== 'destructive'
    },
    async run(ref, options) {
      host().log.ran.push(ref)
      // The host cannot run another plugin's command, only record it.
      if (!plugin.commands?.some(({ id }) => id === ref.command)) return {}
      const { outcome } = await runOn(host(), plugin, ref, options?.source)
      return outcome
    },
  }
}
