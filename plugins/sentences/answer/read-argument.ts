import type { Ask, AskBy, AskContext, AskPicker, Choice, PickerRow } from '@typecase/plugin-sdk/ask'
import type { Json } from '@typecase/plugin-sdk/json'
import { momentValue, parseMoment } from '@typecase/plugin-sdk/moment'
import { fold } from '@typecase/plugin-sdk/text-match'
import { formatTime, formatWeekdayDate } from '@typecase/ui/format'

import type { Problem } from '../list/object-list.ts'
import { readScope } from './read-scope.ts'

/** The value of an argument with its label. */
export interface ReadValue {
  readonly value: Json
  readonly label: string
}

/** The palette asks the user for this argument. */
export const ASK_USER = 'asked'

export interface ArgumentContext extends AskContext {
  readonly choices?: readonly Choice[] | undefined
  /** Whether the scope contains objects, as opposed to media. */
  readonly isOfObjects: boolean
}

/** Reads a model's value for an argument, according to how the palette would ask for it. */
export async function readArgument(
  ask: Ask,
  input: Json,
  context: ArgumentContext,
): Promise<ReadValue | Problem | typeof ASK_USER> {
  switch (ask.kind) {
    case 'by':
      return readBy(ask, input, context)
    case 'scope':
      return readScope(input, context, context.isOfObjects)
    case 'date':
      return readDate(input, ask.as ?? 'iso')
    case 'choice':
      return readMany(input, (one) => choiceFor(one, choicesOf(ask, context)), ask.title)
    case 'picker':
      return readPicker(ask, input, context)
    case 'boolean':
      if (typeof input !== 'boolean') return { problem: `${ask.title} must be true or false.` }
      return { value: input, label: input ? (ask.yes ?? 'Yes') : (ask.no ?? 'No') }
    case 'number': {
      const value = typeof input === 'string' ? Number(input) : input
      const isNumber = typeof value === 'number' && Number.isFinite(value) && input !== ''
      return isNumber
        ? { value, label: ask.unit ? `${value} ${ask.unit}` : String(value) }
        : { problem: `${ask.title} must be a number.` }
    }
    case 'text':
    case 'multiline':
      if (typeof input !== 'string') return { problem: `${ask.title} must be a text.` }
      return { value: input, label: input === '' ? 'nothing' : input }
    default:
      // Only the user can provide a file or type a phrase.
      return ASK_USER
  }
}

async function readBy(ask: AskBy, input: Json, context: ArgumentContext) {
  const resolved = await ask.ask(context)
  return readArgument(resolved, input, { ...context, choices: undefined })
}

async function readDate(input: Json, as: 'iso' | 'ms' | 'day'): Promise<ReadValue | Problem> {
  const moment = typeof input === 'string' ? await parseMoment(input, new Date()) : undefined
  if (!moment)
    return {
      problem: `“${typeof input === 'string' ? input : JSON.stringify(input)}” is not a date.`,
    }
  const day = formatWeekdayDate(moment.date)
  return {
    value: momentValue(moment.date, as),
    label: as === 'day' ? day : `${day}, ${formatTime(moment.date)}`,
  }
}

function choicesOf(ask: Extract<Ask, { kind: 'choice' }>, { choices, facts }: ArgumentContext) {
  if (choices) return choices
  return typeof ask.choices === 'function' ? ask.choices(facts) : (ask.choices ?? [])
}

const choiceFor = (input: Json, choices: readonly Choice[]): Choice | undefined =>
  choices.find(({ value }) => value === input) ??
  choices.find(({ label }) => typeof input === 'string' && fold(label) === fold(input))

/** Reads one value, or each value of a list. */
async function readMany(
  input: Json,
  find: (one: Json) => Choice | undefined | Promise<Choice | undefined>,
  title: string,
): Promise<ReadValue | Problem> {
  const inputs: readonly Json[] = Array.isArray(input) ? input : [input]
  const matches = await Promise.all(inputs.map(async (one) => find(one)))
  const missing = matches.findIndex((match) => match === undefined)
  if (missing >= 0) return { problem: noMatch(title, inputs[missing]) }
  const choices = matches.flatMap((match) => match ?? [])
  const label = choices.map((choice) => choice.label).join(', ')
  const [only] = choices
  if (!Array.isArray(input) && only) return { value: only.value, label }
  return { value: choices.map(({ value }) => value), label }
}

const noMatch = (title: string, input: Json | undefined): string =>
  `${title}: no results for “${typeof input === 'string' ? input : JSON.stringify(input)}”.`

/** Reads a picker's value. Only values of its rows are accepted, so that each has a label. */
async function readPicker(
  ask: AskPicker,
  input: Json,
  context: AskContext,
): Promise<ReadValue | Problem | typeof ASK_USER> {
  let isAmbiguous = false
  let reason: string | undefined

  async function find(one: Json): Promise<Choice | undefined> {
    const name = typeof one === 'string' ? one : JSON.stringify(one)
    const matches = await rowsNamed(name, ask, context)
    const usable = matches.filter((row) => row.reason === undefined)
    reason ??= usable.length === 0 ? matches[0]?.reason : undefined
    if (usable.length > 1) isAmbiguous = true
    return usable[0]
  }

  const inputs = ask.isMany && !Array.isArray(input) ? [input] : input
  const read = await readMany(inputs, find, ask.title)
  if (isAmbiguous) return ASK_USER
  return reason !== undefined && 'problem' in read ? { problem: reason } : read
}

/**
 * Returns the rows for a name: those with exactly this name, or else the search results, or else rows whose label is
 * part of the name.
 */
async function rowsNamed(
  name: string,
  { search }: AskPicker,
  context: AskContext,
): Promise<readonly PickerRow[]> {
  const isCalled = ({ label, value, id }: PickerRow) =>
    fold(label) === fold(name) || value === name || id === name
  const matches = await search(name, context)
  const called = matches.filter(isCalled)
  if (called.length > 0) return called
  if (matches.length > 0) return matches
  const all = await search('', context)
  const calledOfAll = all.filter(isCalled)
  if (calledOfAll.length > 0) return calledOfAll
  return all.filter(({ label }) => fold(label).length > 2 && fold(name).includes(fold(label)))
}
