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

/** Fields that a query asks at most: it travels in the address. */
const MOST_FIELDS = 60

/** A query for objects that hold all words, each in any of their texts. */
export function textQuery(
  words: string,
  types: readonly Pick<ObjectType, 'metafields'>[],
): ListQuery {
  const paths = [
    ...OWN,
    ...typeFields(types)
      .filter(({ type }) => TEXTS.has(type))
      .map(({ path }) => path),
  ].slice(0, MOST_FIELDS)
  const parts = words
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const held = { $regex: escapePattern(word), $options: 'i' }
      return { $or: paths.map((path) => ({ [path]: held })) }
    })
  const [only] = parts
  return parts.length === 1 && only ? only : { $and: parts }
}
