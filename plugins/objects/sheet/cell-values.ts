import { optionsOf } from '@typecase/content-query/type-fields'
import type { Json } from '@typecase/plugin-sdk/json'

import { parseNumber } from '../editor/fields/typed-values.ts'
import { type KindProblem, problemOf } from '../editor/draft/validate.ts'
import { isUnreadable } from '../editor/draft/values.ts'
import { cellText, isRelation, relationIds } from '../list/cell-value.ts'
import type { ListField } from '../list/fields.ts'

/** How a cell of a field is edited: as text, by its picker, or not here. */
export type CellKind = 'text' | 'picker' | 'none'

const pickers = new Set(['object', 'objects', 'file', 'files'])
const elsewhere = new Set(['html-textarea', 'rich-text', 'json', 'parent', 'repeater'])

export function cellKindOf({ path, type, metafield }: ListField): CellKind {
  if (path === 'title' || path === 'slug') return 'text'
  if (!metafield || elsewhere.has(type)) return 'none'
  return pickers.has(type) ? 'picker' : 'text'
}

/** Why nothing can be typed in a cell, as a sentence. */
export function whyNotTyped(field: ListField): string | undefined {
  const { title, metafield } = field
  const kind = cellKindOf(field)
  if (kind === 'text') return undefined
  if (kind === 'picker') return `${title} is chosen: press Enter.`
  return metafield
    ? `${title} is edited in the editor: open the object for it.`
    : `${title} cannot be edited in a cell.`
}

/** The text of a value that typing begins with, and that is copied: reading it again makes the same value. */
export function textOfCell(value: unknown, field: ListField): string {
  if (value === undefined || value === null) return ''
  if (isRelation(field)) return relationIds(value).join(', ')
  // Not as a list shows it: a day with its year first, a text as long as it is.
  if (typeof value === 'string') return value
  return cellText(value, field)
}

/** What a typed text means: the value to store, or the rule that it breaks. */
export type Typed = { readonly value: Json } | { readonly problem: string }

const ID = /^[0-9a-f]{24}$/

/** Reads a text as a value of a field, by the rules that the editor has. */
export function readCell(text: string, field: ListField, kindProblem?: KindProblem): Typed {
  const { title, path, metafield } = field
  if (cellKindOf(field) === 'none') return { problem: whyNotTyped(field) ?? '' }
  if (path === 'title') {
    return text.trim() === '' ? { problem: `${title} is a required field` } : { value: text }
  }
  if (!metafield) return { value: text.trim() }
  const typed = valueOf(text, field)
  if ('problem' in typed) return typed
  const problem = problemOf(metafield, typed.value, kindProblem)
  return problem === undefined ? typed : { problem }
}

function valueOf(text: string, field: ListField): Typed {
  const { title, type, metafield } = field
  const words = text.trim()
  const list = () => words.split(',').flatMap((word) => word.trim() || [])
  if (words === '') return { value: null }
  switch (type) {
    case 'number': {
      const number = parseNumber(words)
      return isUnreadable(number) || number === undefined
        ? { problem: `${title} must be a number` }
        : { value: number }
    }
    case 'date':
      return isDay(words)
        ? { value: words }
        : { problem: `${title} must be a day such as 2026-11-23` }
    case 'switch':
      return switchOf(words, title)
    case 'select':
    case 'select-dropdown':
    case 'radio-buttons':
      return choiceOf(words, field)
    case 'multi-select':
    case 'check-boxes':
      return choicesOf(list(), field)
    case 'object':
    case 'objects': {
      const ids = list()
      if (!ids.every((id) => ID.test(id)) || (type === 'object' && ids.length > 1)) {
        return {
          problem: `${title} takes ${type === 'object' ? 'an id' : 'ids'} of objects: press Enter to choose`,
        }
      }
      return { value: type === 'object' ? (ids[0] ?? null) : ids }
    }
    case 'files':
      return { value: list() }
    default:
      // What a text field holds stays as it was typed.
      return { value: metafield?.type === 'file' ? words : text }
  }
}

function isDay(text: string): boolean {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

const truths = new Map([
  ...['true', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'no', '0'].map((word) => [word, false] as const),
])

function switchOf(text: string, title: string): Typed {
  const value = truths.get(text.toLowerCase())
  return value === undefined ? { problem: `${title} must be Yes or No` } : { value }
}

function choiceOf(text: string, { title, metafield }: ListField): Typed {
  const options = optionsOf(metafield).map(({ value }) => value)
  const wanted = text.toLowerCase()
  const value = options.find((option) => option.toLowerCase() === wanted)
  return value === undefined
    ? { problem: `${title} must be one of ${options.join(', ')}` }
    : { value }
}

function choicesOf(words: readonly string[], field: ListField): Typed {
  const values: Json[] = []
  for (const word of words) {
    const typed = choiceOf(word, field)
    if ('problem' in typed) return typed
    values.push(typed.value)
  }
  return { value: values }
}
