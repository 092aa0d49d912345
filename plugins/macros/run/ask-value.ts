import type { MacroArgumentKind } from '@typecase/contract/macros'
import type { Ask, AskBy, AskContext, Choice, PickerRow } from '@typecase/plugin-sdk/ask'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { Commands } from '@typecase/plugin-sdk/services'

import { readTitles } from '../queries.ts'
import { type AskedArgument, choiceIn, type Value } from './macro-choice.ts'

type Asked = Exclude<Ask, AskBy>

/**
 * How to ask for an argument of the macro that was chosen: as the command asks that the step was recorded of, where that
 * one fits, else as its kind wants it.
 */
export async function askOfArgument(context: AskContext, index: number): Promise<Asked> {
  const argument = choiceIn(context.args)?.arguments[index]
  if (!argument) return { kind: 'text', title: 'Value' }
  const like = await askedLike(argument, context)
  const own = { ...(like ?? askOfKind(argument)), title: argument.title }
  return withUsual(argument, withOptions(argument, own))
}

/** Which ways of asking give the values of a kind. */
const fitting: Readonly<Record<MacroArgumentKind, (asked: Asked) => boolean>> = {
  text: (asked) => ['text', 'multiline', 'picker'].includes(asked.kind) && !isMany(asked),
  number: ({ kind }) => kind === 'number',
  boolean: ({ kind }) => kind === 'boolean',
  date: ({ kind }) => kind === 'date',
  choice: (asked) => asked.kind === 'choice' && !isMany(asked),
  list: isMany,
}

function isMany(asked: Asked): boolean {
  return 'isMany' in asked && asked.isMany
}

async function askedLike(
  { like, kind }: AskedArgument,
  context: AskContext,
): Promise<Asked | undefined> {
  const ask = like && context.services.get(Commands).askOf(like.command, like.argument)
  if (!ask) return undefined
  const args = { ...like.args, scope: context.args['scope'] ?? null }
  const asked = ask.kind === 'by' ? await ask.ask({ ...context, args }) : ask
  if (!fitting[kind](asked)) return undefined
  const { isNeeded: _needed, isAlwaysAsked: _always, skip: _skip, ...plain } = asked
  // What an object has now is not what the macro usually takes.
  if ('initial' in plain) delete plain.initial
  if (plain.kind !== 'picker') return plain
  // The search reads the arguments of its own command.
  return {
    ...plain,
    search: (query, { args: _own, ...rest }) => plain.search(query, { ...rest, args }),
  }
}

function askOfKind(argument: AskedArgument): Asked {
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

/** Only what the macro lets one choose from, in the words of the field where that has some. */
function withOptions({ kind, options = [] }: AskedArgument, asked: Asked): Asked {
  if (options.length === 0) return asked
  const known = asked.kind === 'choice' && Array.isArray(asked.choices) ? asked.choices : []
  const choices = options.map(
    (value): Choice => known.find((one) => one.value === value) ?? { value, label: value },
  )
  const { title } = asked
  return { kind: 'choice', title, choices, ...(kind === 'list' && { isMany: true }) }
}

/** What is usual comes first: it is one press away. */
function withUsual(argument: AskedArgument, asked: Asked): Asked {
  const { default: usual } = argument
  if (usual === undefined) return asked
  if (Array.isArray(usual)) {
    if (asked.kind !== 'choice' && asked.kind !== 'picker') return asked
    return { ...asked, chosen: (context) => usualChoices(usual, asked, context) }
  }
  switch (asked.kind) {
    case 'choice': {
      const choices = typeof asked.choices === 'function' ? [] : (asked.choices ?? [])
      const isUsual = ({ value }: Choice) => value === usual
      return {
        ...asked,
        choices: [...choices.filter(isUsual), ...choices.filter((one) => !isUsual(one))],
      }
    }
    case 'boolean':
      return asked
    case 'multiline':
      return { ...asked, initial: async () => String(usual) }
    case 'picker':
      return {
        ...asked,
        search: async (query, context) => {
          const rows = await asked.search(query, context)
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

/** The words of what is usually chosen. */
async function usualChoices(
  usual: readonly string[],
  asked: Asked,
  context: AskContext,
): Promise<readonly Choice[]> {
  const known = asked.kind === 'choice' && Array.isArray(asked.choices) ? asked.choices : []
  const titles = asked.kind === 'picker' ? await titlesOf(usual, context) : undefined
  return usual.map((value) => {
    const choice = known.find((one: Choice) => one.value === value)
    return choice ?? { value, label: titles?.get(value) ?? value }
  })
}

const titlesOf = (ids: readonly string[], { services, facts }: AskContext) =>
  readTitles(services, bucketSlugOf(facts), ids)

/** What is usual is one press away; anything else is typed. */
const typedOrUsual = (argument: AskedArgument, usual: Value): Asked => ({
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

function readValue({ kind }: AskedArgument, text: string): Value | undefined {
  if (kind === 'number') {
    const number = Number(text.trim().replace(',', '.'))
    return Number.isFinite(number) && text.trim() !== '' ? number : undefined
  }
  if (kind === 'date')
    return /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z?)?$/.test(text.trim()) ? text.trim() : undefined
  return text
}
