import type { Scalar } from './ast.ts'
import { fieldAt, type FilterField, type FilterSchema } from './filter-fields.ts'
import { isDateType, readValue } from './filter-values.ts'
import { type FilterItem, isGroup, plainFilters } from './filter.ts'
import { limits } from './limits.ts'
import { readBareWord, readClause } from './line-clause.ts'
import { type Token, tokenize } from './line-tokens.ts'
import { isReserved, lineName, printOperator, readField } from './line-words.ts'
import { isPeriod } from './periods.ts'

/** A filter and the part of the line that it was read from. */
export interface LineItem {
  item: FilterItem
  start: number
  end: number
  /** Items of a group. */
  parts?: readonly LineItem[]
}

/** A problem with a line, from `start` to `end` (UTF-16 positions). */
export interface LineError {
  start: number
  end: number
  /** A message for people. */
  message: string
}

/** The filters of a line, and the problems with the rest. */
export interface ParsedLine {
  items: LineItem[]
  errors: LineError[]
}

/**
 * Parses a query line such as `medium contains watercolour status is draft year >= 1840 artist in (A, B)`. Bare words
 * search titles: `lady shalott status is draft`. `or` separates alternatives, `and` binds more tightly, and parentheses
 * form groups. After an error, parsing continues at the next field, so one slip does not lose the other filters. Never
 * throws.
 */
export function parseLine(line: string, schema: FilterSchema): ParsedLine {
  const reader = { tokens: lineTokens(line, schema), schema, length: line.length, errors: [] }
  const { alternatives } = readAlternatives(reader, 0, 0)
  return { items: groupOf(alternatives), errors: reader.errors }
}

interface Reader {
  readonly tokens: readonly Token[]
  readonly schema: FilterSchema
  readonly length: number
  readonly errors: LineError[]
}

/** Reads up to the end of the line, or to the closing parenthesis of a group. */
function readAlternatives(
  reader: Reader,
  from: number,
  depth: number,
): { alternatives: LineItem[][]; next: number } {
  const { tokens, schema, errors } = reader
  let items: LineItem[] = []
  const alternatives = [items]
  let at = from
  let lastOr: Token | undefined
  for (;;) {
    const token = tokens[at]
    const isEnd = !token || (depth > 0 && token.kind === 'close')
    if ((isEnd && lastOr && items.length === 0) || (isOr(token) && items.length === 0)) {
      if (errors.length === 0) {
        const { start, end } = lastOr ?? token ?? { start: 0, end: 0 }
        errors.push({ start, end, message: '“or” needs a filter before and after it' })
      }
    }
    if (isEnd) return { alternatives: alternatives.filter((one) => one.length > 0), next: at }
    if (isOr(token)) {
      items = []
      alternatives.push(items)
      lastOr = token
      at++
      continue
    }
    const continuation = isRestOfValue(items.at(-1), tokens[at - 1], schema)
      ? undefined
      : readBareWord(tokens, at, schema)
    if (isAnd(token)) at++
    else if (token.kind === 'open') at = readGroup(reader, token, at, depth, items)
    else if (token.kind === 'json') {
      const item: FilterItem = { operator: 'unsupported', json: JSON.parse(token.text) }
      items.push({ item, start: token.start, end: token.end })
      at++
    } else if (continuation) {
      items.push({ item: continuation, start: token.start, end: token.end })
      at++
    } else at = readFilter(reader, token, at, depth, items)
  }
}

/**
 * Reads a group from its opening parenthesis.
 * @returns the index of the token after it
 */
function readGroup(
  reader: Reader,
  open: Token,
  at: number,
  depth: number,
  items: LineItem[],
): number {
  const { tokens, errors } = reader
  if (depth >= limits.depth) {
    const message = `Groups nest at most ${limits.depth} deep`
    errors.push({ start: open.start, end: open.end, message })
    return tokens.length
  }
  const before = errors.length
  const { alternatives, next } = readAlternatives(reader, at + 1, depth + 1)
  const close = tokens[next]
  const parts = groupOf(alternatives)
  const end = close?.end ?? reader.length
  if (errors.length === before && (!close || parts.length === 0)) {
    const message = close ? 'A filter is expected between ( and )' : 'The closing ) is missing'
    errors.push({ start: open.start, end: close ? end : open.end, message })
  }
  const [only] = parts
  if (parts.length === 1 && only) items.push({ ...only, start: open.start, end })
  else if (parts.length > 1) {
    const item: FilterItem = { operator: 'all', items: parts.map((part) => part.item) }
    items.push({ item, start: open.start, end, parts })
  }
  return next + 1
}

/**
 * Reads `field operator value`.
 * @returns the index of the token after it
 */
function readFilter(
  { tokens, schema, length, errors }: Reader,
  token: Token,
  at: number,
  depth: number,
  items: LineItem[],
): number {
  const clause = readClause(tokens, at, schema)
  const end = tokens[clause.next - 1]?.end ?? length
  if (clause.kind === 'filter') {
    items.push({ item: clause.filter, start: token.start, end })
    return clause.next
  }
  if (clause.kind === 'open') {
    const missing = clause.operator ? 'a value' : 'an operator such as “is”'
    const message = `${clause.field.title} still needs ${missing}`
    errors.push({ start: token.start, end, message })
    return clause.next
  }
  errors.push({ start: clause.start, end: clause.end, message: clause.message })
  return nextStart(tokens, Math.max(clause.next, at + 1), schema, depth)
}

/** Combines alternatives: a single one stays as its filters, several become a group of any. */
function groupOf(alternatives: readonly LineItem[][]): LineItem[] {
  const [first = []] = alternatives
  if (alternatives.length < 2) return first
  const parts = alternatives.map((items): LineItem => {
    const [only] = items
    if (items.length === 1 && only) return only
    const item: FilterItem = { operator: 'all', items: items.map((one) => one.item) }
    return { item, parts: items, start: only?.start ?? 0, end: items.at(-1)?.end ?? 0 }
  })
  const item: FilterItem = { operator: 'any', items: parts.map((part) => part.item) }
  return [{ item, parts, start: first[0]?.start ?? 0, end: parts.at(-1)?.end ?? 0 }]
}

/** Writes filters as a line that `parseLine` can parse. Fields unknown to the schema keep their path. */
export function printLine(items: readonly FilterItem[], schema: FilterSchema): string {
  const filters = plainFilters(items)
  const [only] = filters
  if (filters.length === 1 && only && isGroup(only))
    return printAll(only.items, only.operator, schema)
  const hasGroup = filters.some(isGroup)
  return filters.map((item) => printItem(item, schema)).join(hasGroup ? ' and ' : ' ')
}

function printAll(
  items: readonly FilterItem[],
  operator: 'any' | 'all',
  schema: FilterSchema,
): string {
  return items.map((item) => printItem(item, schema)).join(operator === 'any' ? ' or ' : ' and ')
}

function printItem(item: FilterItem, schema: FilterSchema): string {
  if (item.operator === 'unsupported') return JSON.stringify(item.json)
  if (isGroup(item)) return `(${printAll(item.items, item.operator, schema)})`
  const field = fieldAt(item.field, schema)
  const name = field ? lineName(field, schema) : item.field
  const value = isList(item.value)
    ? `(${item.value.map((one) => printValue(one, field)).join(', ')})`
    : printValue(item.value, field)
  return `${name} ${printOperator(item.operator)} ${value}`
}

/** Returns the typed form of a value. It is quoted only if it would otherwise be parsed as something else. */
export function printValue(value: Scalar, field: FilterField | undefined): string {
  if (value === null) return 'empty'
  if (typeof value !== 'string') return String(value)
  if (isDateType(field?.type) && isPeriod(value)) return value
  const isPlain = /^[^\s(),"{}<>=!~]+$/.test(value) && !isReserved(value)
  const isSame = !field || readValue(field, value, false) === value
  return isPlain && isSame ? value : JSON.stringify(value)
}

/**
 * Whether a word right after a filter may belong to its value, as in `medium contains oil paint`. It is better to
 * report this than to guess. After a title filter, both readings search the title.
 */
function isRestOfValue(
  last: LineItem | undefined,
  before: Token | undefined,
  schema: FilterSchema,
): boolean {
  if (!last || !before || last.end !== before.end || before.kind !== 'word') return false
  const { item } = last
  if (item.operator === 'unsupported' || isGroup(item) || item.field === 'title') return false
  const field = schema.find(({ path }) => path === item.field)
  if (isDateType(field?.type) && isPeriod(item.value)) return false
  return typeof item.value === 'string' && field?.options === undefined
}

function isList(value: Scalar | readonly Scalar[]): value is readonly Scalar[] {
  return Array.isArray(value)
}

function isAnd(token: Token): boolean {
  return token.kind === 'word' && token.text.toLowerCase() === 'and'
}

function isOr(token: Token | undefined): boolean {
  return token?.kind === 'word' && token.text.toLowerCase() === 'or'
}

/** Returns the index of the next token that can begin a filter or end a group. */
function nextStart(
  tokens: readonly Token[],
  from: number,
  schema: FilterSchema,
  depth: number,
): number {
  const index = tokens.findIndex((token, at) => {
    if (at < from) return false
    const { kind, text } = token
    if (kind === 'json' || isOr(token) || (kind === 'close' && depth > 0)) return true
    return kind === 'word' && readField(text, schema) !== undefined
  })
  return index < 0 ? tokens.length : index
}

const joined = /^([^<>=!~]*)(<=|>=|!=|!~|<|>|=|~)(.*)$/s

/** Splits a line into tokens, and `year>=1840` or `year >=1840` at the symbol after a field. */
export function lineTokens(line: string, schema: FilterSchema): Token[] {
  const isField = (token: Token | undefined) =>
    token?.kind === 'word' && readField(token.text, schema) !== undefined
  return tokenize(line).flatMap((token, index, tokens): Token[] => {
    const [, name, operator, value] = (token.kind === 'word' && joined.exec(token.text)) || []
    if (name === undefined || operator === undefined) return [token]
    const follows = name === '' ? isField(tokens[index - 1]) : readField(name, schema) !== undefined
    if (!follows) return [token]
    let { start } = token
    return [name, operator, value ?? '']
      .filter((text) => text !== '')
      .map((text) => {
        const part: Token = { kind: 'word', text, start, end: start + text.length }
        start = part.end
        return part
      })
  })
}
