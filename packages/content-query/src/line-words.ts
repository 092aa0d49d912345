import { foldComposed } from './composed.ts'
import {
  type FilterField,
  type FilterOperator,
  type FilterSchema,
  fieldThrough,
} from './filter-fields.ts'

/** Spellings of operators: those of the specification first, then shorter forms. */
const spellings: readonly (readonly [string, FilterOperator])[] = [
  ['is', 'is'],
  ['is not', 'is not'],
  ['contains', 'contains'],
  ['does not contain', 'does not contain'],
  ['less than', 'less than'],
  ['less than or equal to', 'less than or equal to'],
  ['greater than', 'greater than'],
  ['greater than or equal to', 'greater than or equal to'],
  ['in', 'in'],
  ['not in', 'not in'],
  ['all', 'all'],
  ['not all', 'not all'],
  ['=', 'is'],
  ['!=', 'is not'],
  ['~', 'contains'],
  ['!~', 'does not contain'],
  ['<', 'less than'],
  ['<=', 'less than or equal to'],
  ['>', 'greater than'],
  ['>=', 'greater than or equal to'],
]

const byWords = spellings
  .map(([words, operator]) => ({ words: words.split(' '), operator }))
  .toSorted((a, b) => b.words.length - a.words.length)

/** Returns the longest operator that the words begin with, and its number of words. */
export function readOperator(
  words: readonly string[],
): { operator: FilterOperator; length: number } | undefined {
  const lower = words.map((word) => word.toLowerCase())
  const field = byWords.find(({ words }) => words.every((word, index) => word === lower[index]))
  return field && { operator: field.operator, length: field.words.length }
}

/** Returns the shortest readable spelling of an operator: symbols for order, words for everything else. */
export function printOperator(operator: FilterOperator): string {
  const order = ['less than', 'less than or equal to', 'greater than', 'greater than or equal to']
  if (!order.includes(operator)) return operator
  return (operator.startsWith('less') ? '<' : '>') + (operator.endsWith('to') ? '=' : '')
}

/**
 * Returns the name of a field in a line: its key without `metadata.`, unless another field has that name. Through
 * relations it combines the names: `author.country`.
 */
export function lineName({ path }: Pick<FilterField, 'path'>, schema: FilterSchema): string {
  const short = shortName(path, schema)
  return isReserved(short) || readField(short, schema)?.path !== path ? path : short
}

function shortName(path: string, schema: FilterSchema): string {
  const relation = schema.find((field) => path.startsWith(`${field.path}.`) && field.related)
  const name = withoutMetadata(relation?.path ?? path)
  if (!relation?.related) return name
  return `${name}.${shortName(path.slice(relation.path.length + 1), relation.related)}`
}

/** Removes the prefix of a metafield's path, or of `$text`. */
const withoutMetadata = (path: string): string => path.replace(/^(?:metadata\.|\$)/, '')

/**
 * Returns the field that a word names: by path, key or displayed label, case-insensitively. A path through relations
 * combines their names.
 */
export function readField(word: string, schema: FilterSchema): FilterField | undefined {
  const match =
    schema.find(({ path }) => path === word) ??
    schema.find(({ path }) => withoutMetadata(path) === word && !isReserved(word)) ??
    // `and` is always the operator, even if it is the label of a field.
    (isReserved(word)
      ? undefined
      : schema.find(({ title }) => foldComposed(title) === foldComposed(word)))
  if (match) return match
  for (const relation of schema) {
    for (const name of [relation.path, withoutMetadata(relation.path)]) {
      const rest = word.slice(name.length + 1)
      const field = word.startsWith(`${name}.`) && readField(rest, relation.related ?? [])
      if (field) return fieldThrough(relation, field)
    }
  }
  return undefined
}

/** Returns the field whose name the words begin with, and its number of words, since labels may have several. */
export function readFieldName(
  words: readonly string[],
  schema: FilterSchema,
): { field: FilterField; length: number } | undefined {
  const [first = ''] = words
  const typed = words.map(foldComposed)
  const labels = schema
    .map((field) => ({ field, label: foldComposed(field.title).split(/\s+/) }))
    .filter(({ label }) => label.length > 1 && label.every((word, at) => word === typed[at]))
    .toSorted((a, b) => b.label.length - a.label.length)
  const [label] = labels
  if (label) return { field: label.field, length: label.label.length }
  const field = readField(first, schema)
  return field && { field, length: 1 }
}

const reserved = new Set(['and', 'or', 'empty', 'not'])

/** Whether a word is reserved in a line, so that such a value needs quotes. */
export function isReserved(word: string): boolean {
  return reserved.has(word.toLowerCase())
}
