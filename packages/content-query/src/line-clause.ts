import type { Scalar } from './ast.ts'
import {
  type FilterField,
  type FilterOperator,
  type FilterSchema,
  operatorsFor,
  takesList,
} from './filter-fields.ts'
import { isDateType, readValue, valueRule } from './filter-values.ts'
import type { Filter } from './filter.ts'
import type { Token } from './line-tokens.ts'
import { readFieldName, readOperator } from './line-words.ts'
import { readPeriod } from './periods.ts'

/** The result of reading a clause at a token of a line. */
export type Clause = ReadClause | FailedClause | OpenClause

/** A clause that is a filter. `next` is the index of the token after it. */
export interface ReadClause {
  kind: 'filter'
  filter: Filter
  next: number
}
/** A clause that cannot be read, from `start` to `end` of the line, with a message for people. */
export interface FailedClause {
  kind: 'failed'
  start: number
  end: number
  message: string
  next: number
}
/** A clause that is unfinished at the end of the line. */
export interface OpenClause {
  kind: 'open'
  field: FilterField
  /** The words of the operator so far. */
  words: readonly Token[]
  /** The operator, if the words form one. */
  operator?: FilterOperator
  next: number
}

/** Reads `field operator value`, beginning at the token at `index`. */
export function readClause(tokens: readonly Token[], index: number, schema: FilterSchema): Clause {
  const first = tokens[index]
  const fieldName = readFieldName(
    wordsFrom(tokens, index).map(({ text }) => text),
    schema,
  )
  if (!first || !fieldName) return failure(first, index, unknownField(first))
  const { field } = fieldName
  const last = index + fieldName.length - 1

  const words = wordsFrom(tokens, last + 1)
  const match = readOperator(words.map(({ text }) => text))
  if (!match) {
    const next = last + 1 + words.length
    const isOpen = next >= tokens.length && isOperatorStart(words)
    if (isOpen) return { kind: 'open', field, words, next }
    const rule = `After ${field.title} comes one of: ${operatorsFor(field).join(', ')}`
    return failure(tokens[last + 1] ?? first, last + 1, rule)
  }
  // `modified in last 7 days` means the same as `is` with days.
  const isWithin = match.operator === 'in' && isDateType(field.type)
  const operator = isWithin ? 'is' : match.operator
  const at = last + 1 + match.length
  const operatorTokens = words.slice(0, match.length)
  if (tokens.length <= at) return { kind: 'open', field, words: operatorTokens, operator, next: at }
  if (!operatorsFor(field).includes(operator)) {
    const [start, end] = [operatorTokens[0], operatorTokens.at(-1)]
    const message = `“${operator}” does not apply to ${field.title}`
    return { kind: 'failed', start: start?.start ?? 0, end: end?.end ?? 0, message, next: at }
  }
  return takesList(operator)
    ? readList({ field, operator, words: operatorTokens }, operator, tokens, at)
    : readSingle(field, operator, tokens, at)
}

const symbol = /^(<=|>=|!=|!~|<|>|=|~)|[<>=]/
const operatorStarts = new Set(['is', 'contains', 'does', 'less', 'greater'])

/**
 * Reads a bare word, or a quoted text, as a search in titles. A word before an operator is not bare, so a mistyped
 * field is reported.
 */
export function readBareWord(
  tokens: readonly Token[],
  index: number,
  schema: FilterSchema,
): Filter | undefined {
  const token = tokens[index]
  const isText = token?.kind === 'quoted' || token?.kind === 'word'
  if (!token || !isText || !schema.some(({ path }) => path === 'title')) return undefined
  const filter: Filter = { field: 'title', operator: 'contains', value: token.text }
  if (token.kind === 'quoted') return filter
  const words = wordsFrom(tokens, index).map(({ text }) => text)
  if (readFieldName(words, schema) || symbol.test(token.text)) return undefined
  const [, next = ''] = words
  if (operatorStarts.has(next.toLowerCase()) || symbol.test(next)) return undefined
  const operator = readOperator(words.slice(1))
  const isList = operator && tokens[index + 1 + operator.length]?.kind === 'open'
  return isList ? undefined : filter
}

function wordsFrom(tokens: readonly Token[], index: number): Token[] {
  const rest = tokens.slice(index)
  const end = rest.findIndex(({ kind }) => kind !== 'word')
  return end < 0 ? rest : rest.slice(0, end)
}

/** Whether more words could complete an operator, as after `does not`. */
function isOperatorStart(words: readonly Token[]): boolean {
  const typed = words.map(({ text }) => text.toLowerCase())
  const phrase = ['does', 'not', 'contain']
  const starts = [phrase, ['less', 'than'], ['greater', 'than'], ['not', 'in'], ['not', 'all']]
  return starts.some((start) => typed.every((word, at) => start[at] === word))
}

function readSingle(
  field: FilterField,
  operator: Exclude<FilterOperator, 'in' | 'not in' | 'all' | 'not all'>,
  tokens: readonly Token[],
  at: number,
): Clause {
  const token = tokens[at]
  if (token?.kind === 'open') {
    return failure(token, at + 1, `“${operator}” takes one value; use “in” for several`)
  }
  const isEmpty = token?.kind === 'word' && token.text.toLowerCase() === 'empty'
  if (isEmpty && (operator === 'is' || operator === 'is not')) {
    return { kind: 'filter', filter: { field: field.path, operator, value: null }, next: at + 1 }
  }
  const period = isDateType(field.type) ? readPeriodWords(wordsFrom(tokens, at)) : undefined
  if (period) {
    const filter = { field: field.path, operator, value: period.period }
    return { kind: 'filter', filter, next: at + period.length }
  }
  const value = valueOf(field, token)
  if (value === undefined) return badValue(field, token, at)
  return { kind: 'filter', filter: { field: field.path, operator, value }, next: at + 1 }
}

/** Words of the longest period, such as `last 30 days`. */
const MAX_PERIOD_WORDS = 3

/** Returns the longest period that the words begin with, and its number of words. */
function readPeriodWords(words: readonly Token[]): { period: string; length: number } | undefined {
  for (let length = Math.min(MAX_PERIOD_WORDS, words.length); length > 0; length--) {
    const text = words.slice(0, length).map((word) => word.text)
    const period = readPeriod(text.join(' '))
    if (period !== undefined) return { period, length }
  }
  return undefined
}

function readList(
  open: Pick<OpenClause, 'field' | 'operator' | 'words'>,
  operator: 'in' | 'not in' | 'all' | 'not all',
  tokens: readonly Token[],
  from: number,
): Clause {
  const { field } = open
  const value: Scalar[] = []
  const listClause = (next: number): Clause => ({
    kind: 'filter',
    filter: { field: field.path, operator, value },
    next,
  })
  if (tokens[from]?.kind !== 'open') {
    const single = valueOf(field, tokens[from])
    if (single === undefined) return badValue(field, tokens[from], from)
    value.push(single)
    return listClause(from + 1)
  }
  let at = from + 1
  if (tokens[at]?.kind === 'close') return listClause(at + 1)
  for (;;) {
    const token = tokens[at]
    if (!token) return { kind: 'open', ...open, next: at }
    const one = valueOf(field, token)
    if (one === undefined) return badValue(field, token, at)
    value.push(one)
    const after = tokens[at + 1]
    if (!after) return { kind: 'open', ...open, next: at + 1 }
    if (after.kind === 'close') return listClause(at + 2)
    if (after.kind !== 'comma') {
      return failure(after, at + 2, 'Values of a list are separated by commas')
    }
    at += 2
  }
}

function valueOf(field: FilterField, token: Token | undefined): Scalar | undefined {
  if (token?.kind !== 'word' && token?.kind !== 'quoted') return undefined
  return readValue(field, token.text, token.kind === 'quoted')
}

function badValue(field: FilterField, token: Token | undefined, at: number): FailedClause {
  return failure(token, at + 1, token?.problem ?? `${field.title} is ${valueRule(field)}`)
}

function unknownField(token: Token | undefined): string {
  if (token?.problem) return token.problem
  const text = token?.text ?? ''
  return `There is no field “${text}”; a value of several words goes in "quotes"`
}

function failure(token: Token | undefined, next: number, message: string): FailedClause {
  return { kind: 'failed', start: token?.start ?? 0, end: token?.end ?? 0, message, next }
}
