import type { MacroArgumentKind } from '@typecase/contract/macros'
import type { Ask, AskBy, AskContext, Choice, PickerRow } from '@typecase/plugin-sdk/ask'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { Commands } from '@typecase/plugin-sdk/services'

import { readTitles } from '../queries.ts'
import { type PromptArgument, choiceIn, type Value } from './macro-choice.ts'

type ValueAsk = Exclude<Ask, AskBy>

/**
 * Returns how the palette asks for an argument of the chosen macro: like the command of the step that uses it, if that
 * fits, or else by the argument's kind.
 */
export async function askOfArgument(context: AskContext, index: number): Promise<ValueAsk> {
  const argument = choiceIn(context.args)?.arguments[index]
  if (!argument) return { kind: 'text', title: 'Value' }
  const like = await askLike(argument, context)
  const question = { ...(like ?? askOfKind(argument)), title: argument.title }
  return withUsual(argument, withOptions(argument, question))
}

/** Whether a way of asking returns values of a kind. */
const fitting: Readonly<Record<MacroArgumentKind, (ask: ValueAsk) => boolean>> = {
  text: (ask) => ['text', 'multiline', 'picker'].includes(ask.kind) && !isMany(ask),
  number: ({ kind }) => kind === 'number',
  boolean: ({ kind }) => kind === 'boolean',
  date: ({ kind }) => kind === 'date',
  choice: (ask) => ask.kind === 'choice' && !isMany(ask),
  list: isMany,
}

function isMany(ask: ValueAsk): boolean {
  return 'isMany' in ask && ask.isMany
}

async function askLike(
  { like, kind }: PromptArgument,
  context: AskContext,
): Promise<ValueAsk | undefined> {
  const ask = like && context.services.get(Commands).askOf(like.command, like.argument)
  if (!ask) return undefined
  const args = { ...like.args, scope: context.args['scope'] ?? null }
  const resolvedAsk = ask.kind === 'by' ? await ask.ask({ ...context, args }) : ask
  if (!fitting[kind](resolvedAsk)) return undefined
  const { isNeeded: _needed, isAlwaysAsked: _always, skip: _skip, ...plain } = resolvedAsk
  // The object's present value is not the macro's default.
  if ('initial' in plain) delete plain.initial
  if (plain.kind !== 'picker') return plain
  // The search needs the arguments of its own command.
  return {
    ...plain,
    search: (query, { args: _own, ...rest }) => plain.search(query, { ...rest, args }),
  }
}

function askOfKind(argument: PromptArgument): ValueAsk {
  const { title, kind, isMoment } = argument
  switch (kind) {
    case 'choice':
      return { kind, title, choices: [] }
    case 'list':
      return {
        kind: 'picker',
        title,
        isMany: true,
        placeholder: `${title}, one after the other`,
        search: async (query) => (query.trim() === '' ? [] : [row(query.trim())]),
      }
    case 'date':
      return { kind, title, as: isMoment ? 'iso' : 'day' }
    default:
      return { kind, title }
  }
}

/** Offers only the macro's options, with the labels of the field if it has them. */
function withOptions({ kind, options = [] }: PromptArgument, ask: ValueAsk): ValueAsk {
  if (options.length === 0) return ask
  const listed = ask.kind === 'choice' && Array.isArray(ask.choices) ? ask.choices : []
  const choices = options.map(
    (value): Choice => listed.find((one) => one.value === value) ?? { value, label: value },
  )
  const { title } = ask
  return { kind: 'choice', title, choices, ...(kind === 'list' && { isMany: true }) }
}

/** Puts the default first, one press away. */
function withUsual(argument: PromptArgument, ask: ValueAsk): ValueAsk {
  const { default: usual } = argument
  if (usual === undefined) return ask
  if (Array.isArray(usual)) {
    if (ask.kind !== 'choice' && ask.kind !== 'picker') return ask
    return { ...ask, initialChoices: (context) => usualChoices(usual, ask, context) }
  }
  switch (ask.kind) {
    case 'choice': {
      const choices = typeof ask.choices === 'function' ? [] : (ask.choices ?? [])
      const isUsual = ({ value }: Choice) => value === usual
      return {
        ...ask,
        choices: [...choices.filter(isUsual), ...choices.filter((one) => !isUsual(one))],
      }
    }
    case 'boolean':
      return ask
    case 'multiline':
      return { ...ask, initial: async () => String(usual) }
    case 'picker':
      return {
        ...ask,
        search: async (query, context) => {
          const rows = await ask.search(query, context)
          if (query !== '') return rows
          const label = (await titlesOf([String(usual)], context)).get(String(usual))
          const others = rows.filter(({ value }) => value !== usual)
          return [{ ...row(usual, 'as usual'), ...(label && { label }) }, ...others]
        },
      }
    default:
      return typedOrUsual(argument, usual)
  }
}

/** Returns the default choices with their labels. */
async function usualChoices(
  usual: readonly string[],
  ask: ValueAsk,
  context: AskContext,
): Promise<readonly Choice[]> {
  const choices = ask.kind === 'choice' && Array.isArray(ask.choices) ? ask.choices : []
  const titles = ask.kind === 'picker' ? await titlesOf(usual, context) : undefined
  return usual.map((value) => {
    const choice = choices.find((one: Choice) => one.value === value)
    return choice ?? { value, label: titles?.get(value) ?? value }
  })
}

const titlesOf = (ids: readonly string[], { services, facts }: AskContext) =>
  readTitles(services, bucketSlugOf(facts), ids)

/** Offers the default one press away; any other value is typed. */
const typedOrUsual = (argument: PromptArgument, usual: Value): ValueAsk => ({
  kind: 'picker',
  title: argument.title,
  placeholder: `${argument.title}; usually ${String(usual)}`,
  search: async (query): Promise<readonly PickerRow[]> => {
    if (query === '') return [row(usual, 'as usual')]
    const value = readValue(argument, query)
    return value === undefined ? [] : [row(value)]
  },
})

const row = (value: Value, subtitle?: string): PickerRow => ({
  id: JSON.stringify(value),
  value,
  label: String(value) || 'Nothing',
  icon: 'arrow-right',
  ...(subtitle && { subtitle }),
})

function readValue({ kind }: PromptArgument, text: string): Value | undefined {
  if (kind === 'number') {
    const number = Number(text.trim().replace(',', '.'))
    return Number.isFinite(number) && text.trim() !== '' ? number : undefined
  }
  if (kind === 'date')
    return /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z?)?$/.test(text.trim()) ? text.trim() : undefined
  return text
}
