import {
  type FilterField,
  type FilterSchema,
  fieldThrough,
  operatorsFor,
  takesList,
} from './filter-fields.ts'
import { isDateType } from './filter-values.ts'
import { foldComposed } from './composed.ts'
import { type OpenClause, readClause } from './line-clause.ts'
import { lineTokens, printValue } from './line.ts'
import type { Token } from './line-tokens.ts'
import { lineName, printOperator } from './line-words.ts'
import { usualPeriods } from './periods.ts'

/** A way to continue a line. */
export interface Suggestion {
  kind: 'field' | 'operator' | 'value'
  /** The displayed label. */
  label: string
  /** The text that replaces the line from `start` to `end`. */
  text: string
  start: number
  end: number
}

/**
 * Returns completions at the caret: fields at the start of a filter, operators that apply to the field, and options of
 * the field in place of its value. Suggestions that begin with the typed text come first.
 */
export function complete(line: string, caret: number, schema: FilterSchema): Suggestion[] {
  const tokens = lineTokens(line.slice(0, caret), schema)
  const last = tokens.at(-1)
  const typing = last && last.end === caret && isText(last) ? last : undefined
  const before = typing ? tokens.slice(0, -1) : tokens
  const range = { start: typing?.start ?? caret, end: wordEnd(line, caret) }

  const open = openClause(before, schema)
  if (!open) {
    const typed = typing?.text ?? ''
    return [
      ...labelSuggestions(typing ? tokens : [], schema, range),
      ...matching(fieldSuggestions(typed, schema, range), typed),
    ]
  }
  const operators = operatorSuggestions(open, typing, range)
  return open.operator
    ? [...matching(valueSuggestions(open, range), typing?.text ?? ''), ...operators]
    : operators
}

/** Returns the clause that the tokens leave unfinished, if any. */
function openClause(tokens: readonly Token[], schema: FilterSchema): OpenClause | undefined {
  let at = 0
  while (at < tokens.length) {
    const clause = readClause(tokens, at, schema)
    if (clause.kind === 'open') return clause
    at = Math.max(clause.next, at + 1)
  }
  return undefined
}

interface Range {
  start: number
  end: number
}

function fieldSuggestions(typed: string, schema: FilterSchema, range: Range): Suggestion[] {
  return typedFields(typed, schema)
    .filter((one) => operatorsFor(one).length > 0)
    .map((field) => ({
      kind: 'field',
      label: field.title,
      text: `${lineName(field, schema)} `,
      ...range,
    }))
}

/**
 * Returns the fields of a schema. It includes fields of related objects only if their relation was typed, as in
 * `author.`.
 */
function typedFields(typed: string, schema: FilterSchema): FilterField[] {
  return schema.flatMap((field) => {
    const names = [field.path, lineName(field, schema)]
    const name = names.find((one) => typed.startsWith(`${one}.`))
    if (name === undefined) return [field]
    const within = typedFields(typed.slice(name.length + 1), field.related ?? [])
    return [field, ...within.map((one) => fieldThrough(field, one))]
  })
}

/**
 * Returns fields with a label of several words that begins with the last typed words, which the suggestion replaces.
 */
function labelSuggestions(
  tokens: readonly Token[],
  schema: FilterSchema,
  { end }: Range,
): Suggestion[] {
  const words = tokens.slice(tokens.findLastIndex(({ kind }) => kind !== 'word') + 1)
  return fieldSuggestions('', schema, { start: 0, end }).flatMap((suggestion) => {
    const label = foldComposed(suggestion.label)
    const first = words.findIndex((_, at) => {
      const typed = words.slice(at).map(({ text }) => foldComposed(text))
      return typed.length > 1 && label.startsWith(typed.join(' '))
    })
    return words[first] ? [{ ...suggestion, start: words[first].start }] : []
  })
}

/** Returns operators that continue the typed words, as `is not` continues `is`. They replace those words. */
function operatorSuggestions(
  { field, words, operator }: OpenClause,
  typing: Token | undefined,
  range: Range,
): Suggestion[] {
  const typed = [...words, ...(typing ? [typing] : [])].map(({ text }) => text.toLowerCase())
  const input = typed.join(' ')
  const start = words[0]?.start ?? range.start
  return operatorsFor(field)
    .filter((candidate) => candidate !== operator || typing !== undefined)
    .filter((candidate) =>
      [candidate, printOperator(candidate)].some((spelling) => spelling.startsWith(input)),
    )
    .map((candidate) => ({
      kind: 'operator',
      label: candidate,
      text: `${printOperator(candidate)} ${takesList(candidate) ? '(' : ''}`,
      start,
      end: range.end,
    }))
}

function valueSuggestions({ field, operator }: OpenClause, range: Range): Suggestion[] {
  const options =
    field.type === 'switch' ? [{ value: 'true' }, { value: 'false' }] : (field.options ?? [])
  const days = isDateType(field.type)
    ? usualPeriods.map((period) => ({ label: period, text: period }))
    : []
  const values = options.map(({ value, title }: { value: string; title?: string }) => ({
    label: title ?? value,
    text: field.type === 'switch' ? value : printValue(value, field),
  }))
  values.push(...days)
  if (operator === 'is' || operator === 'is not') values.push({ label: 'empty', text: 'empty' })
  return values.map((value) => ({ kind: 'value', ...value, ...range }))
}

/** Returns the suggestions that contain the typed text; those that begin with it come first. */
function matching(suggestions: readonly Suggestion[], typed: string): Suggestion[] {
  const needle = foldComposed(typed)
  const rank = ({ label, text }: Suggestion): number => {
    const names = [foldComposed(label), foldComposed(text)]
    if (names.some((name) => name.startsWith(needle))) return 0
    return names.some((name) => name.includes(needle)) ? 1 : 2
  }
  return [0, 1].flatMap((level) => suggestions.filter((suggestion) => rank(suggestion) === level))
}

/** Whether a token is a word or a quoted text, even one without its closing quote. */
function isText({ kind, text }: Token): boolean {
  return kind === 'word' || kind === 'quoted' || (kind === 'invalid' && !text.startsWith('{'))
}

/** Returns the end of the word at the caret. */
function wordEnd(line: string, caret: number): number {
  const rest = /^[^\s(),"]*/.exec(line.slice(caret))?.[0] ?? ''
  return caret + rest.length
}
