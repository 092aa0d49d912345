import { isMediaType, isRelationType, valueFormOf } from '@typecase/contract/field-types'
import { optionsOf } from '@typecase/contract/field-values/choice'
import type { Metafield } from '@typecase/contract/metafields'
import type { Json } from '@typecase/plugin-sdk/json'

import { parseNumber } from '@typecase/content/object/typed-values'
import type { KindProblem } from '@typecase/content/object/problem'
import { problemOf } from '@typecase/content/object/validate'
import { cellText, isRelation, relationIds } from '@typecase/content/object/cell-value'
import type { ListField } from '@typecase/content/object/list-fields'

/** How a cell is edited: as text, in a picker, or not in the sheet. */
export type CellKind = 'text' | 'picker' | 'none'

const elsewhere = new Set(['html-textarea', 'rich-text', 'json', 'parent', 'repeater'])

export function cellKindOf({ path, type, metafield }: ListField): CellKind {
  if (path === 'title' || path === 'slug') return 'text'
  if (!metafield || elsewhere.has(type)) return 'none'
  return isMediaType(metafield.type) || isRelationType(metafield.type) ? 'picker' : 'text'
}

/** Returns the reason why a cell takes no typed text, as a sentence. */
export function whyNotTyped(field: ListField): string | undefined {
  const { title, metafield } = field
  const kind = cellKindOf(field)
  if (kind === 'text') return undefined
  if (kind === 'picker') return `${title} is chosen: press Enter.`
  return metafield
    ? `${title} can only be edited in the editor. Open the object.`
    : `${title} cannot be edited in a cell.`
}

/** Returns the text that typing starts with and that is copied. Parsing it returns the same value. */
export function textOfCell(value: unknown, field: ListField): string {
  if (value === undefined || value === null) return ''
  if (isRelation(field)) return relationIds(value).join(', ')
  // Unlike a list cell: a date starts with its year, and a text has its full length.
  if (typeof value === 'string') return value
  return cellText(value, field)
}

/** The parsed text: the value to store, or the rule that it breaks. */
export type ParsedCell = { readonly value: Json } | { readonly problem: string }

/** Parses a text as the value of a field, by the editor's rules. */
export function readCell(text: string, field: ListField, kindProblem?: KindProblem): ParsedCell {
  const { title, path, metafield } = field
  if (cellKindOf(field) === 'none') return { problem: whyNotTyped(field) ?? '' }
  if (path === 'title') {
    return text.trim() === '' ? { problem: `${title} is a required field` } : { value: text }
  }
  if (!metafield) return { value: text.trim() }
  const value = valueOf(text, metafield)
  const problem = problemOf(metafield, value, kindProblem)
  return problem === undefined ? { value } : { problem }
}

/** Parses a text by the type of its field. A text that does not fit the type stays a text, which the rules refuse. */
function valueOf(text: string, metafield: Metafield): Json {
  const { type } = metafield
  const words = text.trim()
  const list = () => words.split(',').flatMap((word) => word.trim() || [])
  if (words === '') return null
  switch (valueFormOf(type)) {
    case 'number': {
      const number = parseNumber(words)
      return typeof number === 'number' ? number : words
    }
    case 'switch':
      return truths.get(words.toLowerCase()) ?? words
    case 'option':
    case 'choice':
      return optionOf(words, metafield)
    case 'choices':
      return list().map((word) => optionOf(word, metafield))
    case 'objects':
    case 'files':
      return list()
    case 'date':
    case 'object':
    case 'file':
      return words
    default:
      // Text fields store the text unchanged.
      return text
  }
}

const truths = new Map([
  ...['true', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'no', '0'].map((word) => [word, false] as const),
])

/** Returns the option that a word names, in either case. */
function optionOf(word: string, metafield: Metafield): string {
  const needle = word.toLowerCase()
  const option = optionsOf(metafield).find(({ value }) => value.toLowerCase() === needle)
  return option?.value ?? word
}
