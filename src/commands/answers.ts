import type { FileHandle } from '@typecase/plugin-sdk/services'
import type { AnyCommand } from '@typecase/plugin-sdk/command'
import type { Ask } from '@typecase/plugin-sdk/ask'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { Json } from '@typecase/plugin-sdk/json'
import { momentValue, parseMoment } from '@typecase/plugin-sdk/moment'
import { describeScope, scopeFrom } from '@typecase/plugin-sdk/scope'
import { problemWith } from '@typecase/plugin-sdk/arguments'
import { formatNumber, formatTime, formatWeekdayDate } from '@typecase/ui/format'
import { formatCount } from '@typecase/ui/count'

import type { Step } from './steps.ts'

export type Answer =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly message: string }

/**
 * Converts what the user typed or picked to the argument, and checks it.
 * @param input the text of the input, or the value of the chosen row
 */
export async function readAnswer(
  command: AnyCommand,
  step: Step,
  input: Json,
  facts: FactValues,
  now: Date = new Date(),
): Promise<Answer> {
  const read = await readValue(step.ask, input, facts, now)
  if (!read.ok) return read
  const problem = problemWith(command, step.key, read.value)
  return problem ? { ok: false, message: `${step.title} ${problem}` } : read
}

async function readValue(ask: Ask, input: Json, facts: FactValues, now: Date): Promise<Answer> {
  if (typeof input !== 'string') return { ok: true, value: input }
  switch (ask.kind) {
    case 'number':
      return readNumber(ask.title, input)
    case 'date': {
      const moment = await parseMoment(input, now)
      if (!moment) {
        return {
          ok: false,
          message: `“${input}” is not a date. Try “tomorrow 9:00” or “2026-05-01”.`,
        }
      }
      return { ok: true, value: momentValue(moment.date, ask.as ?? 'iso') }
    }
    case 'confirm': {
      const phrase = typeof ask.phrase === 'function' ? ask.phrase(facts) : ask.phrase
      return input.trim() === phrase
        ? { ok: true, value: phrase }
        : { ok: false, message: `Type “${phrase}” to confirm.` }
    }
    default:
      return { ok: true, value: input }
  }
}

function readNumber(title: string, input: string): Answer {
  // People write thousands with a separator and decimals with a comma, depending on their country.
  const text = input.trim().replaceAll(/\s/g, '')
  const digits = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)
    ? text.replaceAll(',', '')
    : text.replace(',', '.')
  const value = digits === '' ? Number.NaN : Number(digits)
  return Number.isFinite(value)
    ? { ok: true, value }
    : { ok: false, message: `${title} must be a number` }
}

/** Describes an argument for its chip. The row of a picker knows its own label; pass that instead. */
export function describeAnswer(step: Step, value: Json): string {
  const { ask } = step
  const labelOf = (one: Json): string | undefined =>
    step.choices?.find((choice) => JSON.stringify(choice.value) === JSON.stringify(one))?.label
  const label = labelOf(value)
  if (label !== undefined) return label
  const labels = Array.isArray(value) ? value.map(labelOf) : []
  if (labels.length > 0 && !labels.includes(undefined)) return labels.join(', ')
  // Only steps of these kinds produce such values.
  if (ask.kind === 'scope') return describeScope(scopeFrom(value))
  if (ask.kind === 'date') return describeMoment(value as string | number)
  if (ask.kind === 'file') return names(value as unknown as FileHandle | readonly FileHandle[])
  if (ask.kind === 'number' && ask.unit) return `${toText(value)} ${ask.unit}`
  if (Array.isArray(value))
    return value.length === 1 ? toText(value[0]) : `${formatNumber(value.length)} chosen`
  return toText(value)
}

function names(files: FileHandle | readonly FileHandle[]): string {
  if ('name' in files) return files.name
  return files.length === 1 ? (files[0]?.name ?? '') : formatCount(files.length, 'file')
}

function toText(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}

/** Describes a moment argument for its chip: `Thu, 5 Mar 2026, 09:00`. */
export function describeMoment(value: string | number): string {
  // A date without a time is local. Parsed as midnight UTC, it could show the day before.
  const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
  const date = new Date(isDay ? `${value}T00:00` : value)
  if (Number.isNaN(date.getTime())) return String(value)
  return isDay ? formatWeekdayDate(date) : `${formatWeekdayDate(date)}, ${formatTime(date)}`
}

/** Suggestions of a date step before the user types. */
export const momentSuggestions: readonly string[] = [
  'in 1 hour',
  'today 18:00',
  'tomorrow 9:00',
  'next monday 9:00',
]
