import { limits } from '@typecase/content-query/limits'
import { escapePattern } from '@typecase/content-query/pattern'
import { typeFields } from '@typecase/content-query/type-fields'
import type { ObjectType } from '@typecase/contract/object-types'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'

/** Fields of an object itself that hold texts. */
const OWN = ['title', 'slug', 'content']
const TEXTS: ReadonlySet<string> = new Set([
  'text',
  'textarea',
  'html-textarea',
  'rich-text',
  'markdown',
  'select',
  'select-dropdown',
  'radio-buttons',
  'multi-select',
  'check-boxes',
])

/** Words that count: more would leave too few fields within the conditions that a query may have. */
const MOST_WORDS = 5
/** Letters of a word that count, each of which may need a backslash. */
const MOST_LETTERS = 100

/** A query for objects that hold all words, each in any of their texts; in the first of them where there are very many. */
export function textQuery(
  words: string,
  types: readonly Pick<ObjectType, 'metafields'>[],
): ListQuery {
  const typed = words.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  const paths = [
    ...OWN,
    ...typeFields(types)
      .filter(({ type }) => TEXTS.has(type))
      .map(({ path }) => path),
  ].slice(0, Math.floor((limits.nodes - 1) / Math.max(1, typed.length)) - 1)
  const parts = typed.map((word) => {
    const held = { $regex: escapePattern(word.slice(0, MOST_LETTERS)), $options: 'i' }
    return { $or: paths.map((path) => ({ [path]: held })) }
  })
  const [only] = parts
  return parts.length === 1 && only ? only : { $and: parts }
}
