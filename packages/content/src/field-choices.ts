import { fold } from '@typecase/plugin-sdk/text-match'
import {
  type FilterField,
  type FilterSchema,
  fieldThrough,
  operatorsFor,
} from '@typecase/content-query/filter-fields'

/** How many fields the list shows; typing finds the others. */
const MAX_FIELDS = 60

/**
 * Returns the fields to filter by whose titles contain the typed text; fields that begin with it come first. Fields of
 * related objects appear once their relation is typed: `artist` offers “Artist › Country”.
 */
export function fieldChoices(schema: FilterSchema, typed: string): FilterField[] {
  const words = fold(typed)
    .split(/[\s›.]+/)
    .filter(Boolean)
  const within = (field: FilterField): boolean => {
    const text = fold(`${field.title} ${field.path}`)
    return words.every((word) => text.includes(word))
  }
  const [first = ''] = words
  const rank = ({ title }: FilterField): number => (fold(title).startsWith(first) ? 0 : 1)
  return reachable(schema, words)
    .filter((field) => operatorsFor(field).length > 0 && within(field))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MAX_FIELDS)
}

function reachable(schema: FilterSchema, words: readonly string[]): FilterField[] {
  return schema.flatMap((field): FilterField[] => {
    const [first, ...rest] = words
    if (first === undefined || !field.related || !fold(field.title).startsWith(first))
      return [field]
    return [field, ...reachable(field.related, rest).map((one) => fieldThrough(field, one))]
  })
}
