import type { Ref } from '@typecase/plugin-sdk/command'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import { Commands, type CommandState } from '@typecase/plugin-sdk/services'
import type { SearchContext } from '@typecase/plugin-sdk/source'
import { isUsable } from '@typecase/plugin-sdk/subject'

import { namedArguments } from '../ask/named-arguments.ts'
import type { Problem } from '../list/object-list.ts'
import { ASK_USER, readArgument } from './read-argument.ts'

/** A command in the form that a model returns. */
export interface NamedCommand {
  readonly command: string
  readonly args: JsonObject
}

/** A command with arguments that were read and checked. */
export interface Suggestion {
  readonly ref: Ref
  readonly title: string
  readonly group: string
  readonly icon?: string
  readonly labels: Readonly<Record<string, string>>
  /** Description of the arguments. */
  readonly words: string
  /** Why the command cannot run here. */
  readonly reason?: string
}

/**
 * Reads a command that a model returned. Only arguments that the palette asks for are accepted, so that the user sees
 * all of them.
 */
export async function readCommand(
  { command: id, args: input }: NamedCommand,
  { services, facts, signal }: SearchContext,
): Promise<Suggestion | Problem> {
  const commands = services.get(Commands)
  const state = commands.get(id)
  if (!state || state.isInternal) return { problem: `There is no command “${id}” here.` }
  const namedArgs = await namedArguments(commands, id)
  const strayKey = Object.keys(input).find((key) => !namedArgs.some((one) => one.key === key))
  const title = state.title.replace(/…$/, '')
  if (strayKey !== undefined) return { problem: `“${title}” has no argument “${strayKey}”.` }

  const labels: Record<string, string> = {}
  const defaults = Object.fromEntries(
    (await commands.argumentsOf(id)).flatMap(({ key, default: usual }) =>
      usual === undefined ? [] : [[key, usual]],
    ),
  )
  let args: JsonObject = {}
  for (const argument of namedArgs) {
    const { key, ask, choices } = argument
    const value = input[key]
    if (value === undefined || value === null) continue
    const isOfObjects = state.owner !== 'media'
    const filled = { ...defaults, ...args }
    const context = { services, facts, signal, args: filled, choices, isOfObjects }
    const read = await readArgument(ask, value, context)
    if (read === ASK_USER) continue
    if ('problem' in read) return read
    const problem = argument.problemWith(read.value)
    if (problem !== undefined) return { problem: `${argument.title} ${problem}.` }
    args = { ...args, [key]: read.value }
    labels[key] = read.label
  }
  return {
    ref: { command: id, ...(Object.keys(args).length > 0 && { args }) },
    title,
    group: state.group,
    labels,
    words: Object.values(labels).join(', '),
    ...(state.icon && { icon: state.icon }),
    ...reasonOf(state, args),
  }
}

const reasonOf = (state: CommandState, args: JsonObject): { reason?: string } =>
  isUsable(state, args) ? {} : { reason: state.reason ?? 'Not available here.' }
