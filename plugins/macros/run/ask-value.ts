import type { Ask, AskBy, AskContext, PickerRow } from '@typecase/plugin-sdk/ask'

import { type AskedArgument, choiceIn, type Value } from './macro-choice.ts'

type Asked = Exclude<Ask, AskBy>

/** How to ask for an argument of the macro that was chosen. */
export function askOfArgument({ args }: AskContext, index: number): Asked {
  const argument = choiceIn(args)?.arguments[index]
  if (!argument) return { kind: 'text', title: 'Value' }
  const { title, kind, options = [], default: usual } = argument
  switch (kind) {
    case 'choice':
      return {
        kind,
        title,
        choices: first(options, usual).map((value) => ({ value, label: value })),
      }
    case 'boolean':
      return { kind, title }
    case 'date':
      if (usual === undefined) return { kind, title, as: argument.isMoment ? 'iso' : 'day' }
      return withUsual(argument, usual)
    default:
      return usual === undefined ? { kind, title } : withUsual(argument, usual)
  }
}

const first = (options: readonly string[], usual: Value | undefined): readonly string[] =>
  typeof usual === 'string' ? [usual, ...options.filter((one) => one !== usual)] : options

/** What is usual is one press away; anything else is typed. */
const withUsual = (argument: AskedArgument, usual: Value): Asked => ({
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
