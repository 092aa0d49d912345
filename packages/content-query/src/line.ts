import type { Scalar } from './ast.ts'
import { fieldAt, type FilterField, type FilterSchema } from './filter-fields.ts'
import { readValue } from './filter-values.ts'
import type { FilterItem } from './filter.ts'
import { readBareWord, readClause } from './line-clause.ts'
import { type Token, tokenize } from './line-tokens.ts'
import { isReserved, lineName, printOperator, readField } from './line-words.ts'

/** A filter and the part of the line that it was read from. */
export interface LineItem {
  item: FilterItem
  start: number
  end: number
}

export interface LineError {
  start: number
  end: number
  /** A sentence for people. */
  message: string
}

export interface ParsedLine {
  items: LineItem[]
  errors: LineError[]
}

/**
 * Reads a query line such as `medium contains watercolour status is draft year >= 1840 artist in (A, B)`.
 * Words that stand alone are looked for in titles: `lady shalott status is draft`. After an error it goes on at the next field, so one slip does not lose the other filters. Nothing throws.
 */
export function parseLine(line: string, schema: FilterSchema): ParsedLine {
  const tokens = lineTokens(line, schema)
  const parsed: ParsedLine = { items: [], errors: [] }
  let at = 0
  while (at < tokens.length) {
    const token = tokens[at]
    if (!token) break
    const bare = isRestOfValue(parsed, tokens[at - 1], schema)
      ? undefined
      : readBareWord(tokens, at, schema)
    if (isAnd(token)) at++
    else if (token.kind === 'json') {
      const item: FilterItem = { operator: 'unsupported', json: JSON.parse(token.text) }
      parsed.items.push({ item, start: token.start, end: token.end })
      at++
    } else if (bare) {
      parsed.items.push({ item: bare, start: token.start, end: token.end })
      at++
    } else {
      const clause = readClause(tokens, at, schema)
      const end = tokens[clause.next - 1]?.end ?? line.length
      at = clause.next
      if (clause.kind === 'filter') {
        parsed.items.push({ item: clause.filter, start: token.start, end })
      } else if (clause.kind === 'open') {
        const missing = clause.operator ? 'a value' : 'an operator such as “is”'
        const message = `${clause.field.title} still needs ${missing}`
        parsed.errors.push({ start: token.start, end, message })
      } else {
        parsed.errors.push({ start: clause.start, end: clause.end, message: clause.message })
        at = nextStart(tokens, Math.max(at, 1), schema)
      }
    }
  }
  return parsed
}

/** Writes filters as a line that `parseLine` reads back. Fields unknown to the schema keep their path. */
export function printLine(items: readonly FilterItem[], schema: FilterSchema): string {
  return items
    .map((item) => {
      if (item.operator === 'unsupported') return JSON.stringify(item.json)
      const field = fieldAt(item.field, schema)
      const name = field ? lineName(field, schema) : item.field
      const value = isList(item.value)
        ? `(${item.value.map((one) => printValue(one, field)).join(', ')})`
        : printValue(item.value, field)
      return `${name} ${printOperator(item.operator)} ${value}`
    })
    .join(' ')
}

/** A value as it is typed: in quotes only where it would be read as something else without. */
export function printValue(value: Scalar, field: FilterField | undefined): string {
  if (value === null) return 'empty'
  if (typeof value !== 'string') return String(value)
  const isPlain = /^[^\s(),"{}<>=!~]+$/.test(value) && !isReserved(value)
  const isSame = !field || readValue(field, value, false) === value
  return isPlain && isSame ? value : JSON.stringify(value)
}

/**
 * Whether a word right after a filter may be meant as more of its value, as in `medium contains oil paint`: then it is
 * better asked for than guessed. After a title it means the same.
 */
function isRestOfValue(
  { items }: ParsedLine,
  before: Token | undefined,
  schema: FilterSchema,
): boolean {
  const last = items.at(-1)
  if (!last || !before || last.end !== before.end || before.kind !== 'word') return false
  const { item } = last
  if (item.operator === 'unsupported' || item.field === 'title') return false
  const field = schema.find(({ path }) => path === item.field)
  return typeof item.value === 'string' && field?.options === undefined
}

function isList(value: Scalar | readonly Scalar[]): value is readonly Scalar[] {
  return Array.isArray(value)
}

function isAnd(token: Token): boolean {
  return token.kind === 'word' && token.text.toLowerCase() === 'and'
}

/** The next token that can begin a filter. */
function nextStart(tokens: readonly Token[], from: number, schema: FilterSchema): number {
  const found = tokens.findIndex(
    ({ kind, text }, at) =>
      at >= from && (kind === 'json' || (kind === 'word' && readField(text, schema) !== undefined)),
  )
  return found < 0 ? tokens.length : found
}

const joined = /^([^<>=!~]*)(<=|>=|!=|!~|<|>|=|~)(.*)$/s

/** The line's tokens, with `year>=1840` and `year >=1840` taken apart at the symbol after a field. */
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
