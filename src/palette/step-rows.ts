import { holdsWords } from '@typecase/plugin-sdk/text-match'
import type { AskContext, Choice, PickerRow } from '@typecase/plugin-sdk/ask'
import type { Json } from '@typecase/plugin-sdk/json'

import { momentSuggestions } from '../commands/answers.ts'
import { isNeeded, type Step } from '../commands/steps.ts'
import type { ListRow, ListSection } from './row.ts'
import type { ArgumentsPage, ChosenItem } from './state.ts'

/** The effect of choosing a row of a step. */
export type StepAct =
  /** Answers with this value, or adds it in a step with several answers. */
  | { readonly kind: 'answer'; readonly input: Json; readonly label?: string }
  /** Answers with the values chosen so far. */
  | { readonly kind: 'done' }
  | { readonly kind: 'skip' }
  | { readonly kind: 'file' }
  /** Agrees to run the command: no argument is missing. */
  | { readonly kind: 'agree' }

export interface StepRow extends ListRow {
  readonly act: StepAct
}

/** The matches of a picker, or the preview of a date, which load asynchronously. */
export interface Lookup {
  readonly rows: readonly PickerRow[]
  readonly isPending: boolean
  readonly failure?: string
  /** The date and time that the text describes. */
  readonly moment?: string
}

/** Returns the rows of a step for the text typed so far. */
export function stepRows(
  page: ArgumentsPage,
  step: Step | undefined,
  lookup: Lookup,
): readonly ListSection<StepRow>[] {
  if (!step) {
    const title = page.request.title.replace(/…$/, '')
    return one('agree', 'Ready', [{ value: 'agree', title, icon: 'play', act: { kind: 'agree' } }])
  }
  const skip = skipRow(page, step)
  const rows = step.ask.skip
    ? [...doneRow(page), ...skip, ...offeredRows(page, step, lookup)]
    : [...doneRow(page), ...offeredRows(page, step, lookup), ...skip]
  return one(step.key, step.title, rows)
}

/** Whether a step accepts several answers. */
export function isMany(step: Step | undefined): boolean {
  return Boolean(step && 'isMany' in step.ask && step.ask.isMany)
}

function offeredRows(page: ArgumentsPage, step: Step, lookup: Lookup): StepRow[] {
  const { query, chosen } = page
  const text = query.trim()
  switch (step.kind) {
    case 'choice':
    case 'boolean':
      return choicesFor(text, step, chosen)
    case 'scope':
      return [
        ...choicesFor(text, step, chosen),
        ...lookup.rows.map((row) => choiceRow(row, step, chosen)),
      ]
    case 'picker':
      return lookup.rows.map((row) => choiceRow(row, step, chosen))
    case 'date':
      return dateRows(text, lookup.moment)
    case 'file':
      return [{ value: 'file', title: 'Choose a file…', icon: 'upload', act: { kind: 'file' } }]
    case 'multiline':
    case 'by':
      return []
    default:
      if (query === '') return emptyRow(step)
      return text === ''
        ? []
        : [
            {
              value: 'typed',
              title: query,
              ...('unit' in step.ask && step.ask.unit && { subtitle: step.ask.unit }),
              icon: 'arrow-right',
              act: { kind: 'answer', input: query },
            },
          ]
  }
}

const choicesFor = (text: string, step: Step, chosen: readonly ChosenItem[]): StepRow[] =>
  (step.choices ?? [])
    .filter(({ label }) => holdsWords(label, text))
    .map((choice) => choiceRow(choice, step, chosen))

function emptyRow({ ask }: Step): StepRow[] {
  if (ask.kind !== 'text' || ask.empty === undefined) return []
  const act = { kind: 'answer', input: '', label: ask.empty } as const
  return [{ value: 'empty', title: ask.empty, icon: 'arrow-right', act }]
}

/** Returns the `value` of the row for a choice. */
export const valueOfChoice = ({ id, value }: Choice & { readonly id?: string }): string =>
  `choice ${id ?? JSON.stringify(value)}`

function choiceRow(
  choice: Choice & Partial<PickerRow>,
  step: Step,
  chosen: readonly ChosenItem[],
): StepRow {
  const { value, label, icon, help, reason, subtitle = help } = choice
  const second = reason ?? subtitle
  return {
    value: valueOfChoice(choice),
    title: label,
    act: { kind: 'answer', input: value, label },
    ...(icon && { icon }),
    ...(second && { subtitle: second }),
    ...(reason && { reason }),
    ...(isMany(step) && { isChosen: chosen.some((it) => isSame(it.value, value)) }),
  }
}

function dateRows(text: string, moment: string | undefined): StepRow[] {
  if (text !== '' && moment === undefined) return []
  const words = text === '' ? momentSuggestions : [text]
  return words.map((word) => ({
    value: `date ${word}`,
    title: word,
    icon: 'calendar',
    ...(text !== '' && moment && { subtitle: moment }),
    act: { kind: 'answer', input: word },
  }))
}

function doneRow({ chosen, query }: ArgumentsPage): StepRow[] {
  if (chosen.length === 0 || query !== '') return []
  const [only] = chosen
  const title = chosen.length === 1 && only ? `Use “${only.label}”` : `Use these ${chosen.length}`
  return [{ value: 'done', title, icon: 'check', keys: '$mod+Enter', act: { kind: 'done' } }]
}

function skipRow({ query, args, chosen }: ArgumentsPage, step: Step): StepRow[] {
  if (query !== '' || chosen.length > 0 || step.kind === 'by' || isNeeded(step, args)) return []
  const title = step.ask.skip ?? 'Skip this'
  return [{ value: 'skip', title, icon: 'arrow-right', act: { kind: 'skip' } }]
}

export function isSame(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function one(id: string, heading: string, rows: StepRow[]): ListSection<StepRow>[] {
  return rows.length > 0 ? [{ id, heading, rows }] : []
}

/** The previous answer, which is filled in when a step is asked again. */
export interface PreviousAnswer {
  readonly text?: string
  readonly chosen?: readonly ChosenItem[]
}

/**
 * Returns an answer in the form in which the user gave it, to be corrected if it was refused; undefined if it must be
 * chosen again.
 */
export async function readPreviousAnswer(
  step: Step,
  value: Json,
  context: AskContext,
): Promise<PreviousAnswer | undefined> {
  const { ask } = step
  if (isMany(step) && Array.isArray(value)) {
    const choices = step.choices ?? (ask.kind === 'picker' ? await ask.search('', context) : [])
    const labelOf = (one: Json) =>
      choices.find((row) => isSame(row.value, one))?.label ?? words(one)
    return { chosen: value.map((one) => ({ value: one, label: labelOf(one) })) }
  }
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  switch (ask.kind) {
    case 'text':
    case 'multiline':
    case 'number':
      return { text }
    case 'date':
      return { text: typeof value === 'number' ? new Date(value).toISOString() : text }
    case 'picker': {
      // A picker that accepts typed text offers that text as a row. An id has no matches.
      const rows = await ask.search(text, context)
      return rows.some((row) => isSame(row.value, value)) ? { text } : undefined
    }
    default:
      return undefined
  }
}

const words = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
