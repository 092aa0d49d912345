import type { Ask } from '@typecase/plugin-sdk/ask'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import {
  type CommandArgument,
  Commands,
  type CommandsService,
  type CommandState,
} from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { isUsable } from '@typecase/plugin-sdk/subject'

import { namedArguments } from './named-arguments.ts'
import { scopeSchema } from './tools.ts'

/** Limit of commands in one result of the tool. */
const MAX_COMMANDS = 8
/** Minimum length of words that are searched individually. */
const WORD_LETTERS = 4

/** Finds commands for the words of a model: with all words as in the palette, then with each word individually. */
export async function findCommands(
  commands: Pick<CommandsService, 'find'>,
  words: string,
): Promise<readonly CommandState[]> {
  const single = words.split(/\s+/).filter((word) => word.length >= WORD_LETTERS)
  const lists = await Promise.all([words, ...single].map((one) => commands.find(one, MAX_COMMANDS)))
  const [whole = [], ...others] = lists
  // The best result of each word precedes the second best of any word.
  const rest = Array.from({ length: MAX_COMMANDS }, (_, rank) =>
    others.flatMap((list) => list[rank] ?? []),
  )
  return [...new Set([...whole, ...rest.flat()])].slice(0, MAX_COMMANDS)
}

/** Describes the commands for some words to a model, with their arguments. */
export async function describeCommands(services: Services, words: string): Promise<JsonObject[]> {
  const commands = services.get(Commands)
  const states = await findCommands(commands, words)
  return Promise.all(
    states.map(async (state) => {
      const namedArgs = await namedArguments(commands, state.id)
      const allArgs = Object.fromEntries(namedArgs.map(({ key }) => [key, '']))
      return {
        id: state.id,
        title: state.title.slice(0, 200),
        ...(namedArgs.length > 0 && { args: schemaOf(namedArgs) }),
        // Not disabled if a scope in the arguments would enable the command.
        ...(!isUsable(state, allArgs) && { disabled: state.reason ?? 'Not available here.' }),
      }
    }),
  )
}

function schemaOf(namedArgs: readonly CommandArgument[]): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(
      namedArgs.map((argument) => [argument.key, propertyOf(argument)]),
    ),
    required: namedArgs
      .filter(({ isRequired, default: usual }) => isRequired && usual === undefined)
      .map(({ key }) => key),
  }
}

function propertyOf({ title, ask, choices = [] }: CommandArgument): JsonObject {
  const description = [title, ask.help].filter(Boolean).join(': ')
  const values = choices.map(({ value }) => value).slice(0, 50)
  switch (ask.kind) {
    case 'scope':
      return scopeSchema
    case 'date':
      return { type: 'string', description: `${description}, in words: tomorrow at nine` }
    case 'choice':
      return many(ask, { description, enum: values })
    case 'picker':
      return many(ask, { type: 'string', description: `${description}, by its name` })
    case 'boolean':
    case 'number':
      return { type: ask.kind, description }
    case 'by':
      return { description }
    case 'file':
    case 'confirm':
      return { description: `${description}. The editor gives it: leave it out.` }
    default:
      return { type: 'string', description }
  }
}

const many = (ask: Ask, items: JsonObject): JsonObject =>
  'isMany' in ask && ask.isMany ? { type: 'array', items } : items
