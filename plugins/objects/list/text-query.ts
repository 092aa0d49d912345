import { ANY_TEXT } from '@typecase/content-query/fields'
import { escapePattern } from '@typecase/content-query/pattern'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'

/** Words that count, and letters of each, any of which may need a backslash: a query has its limits. */
const MAX_WORDS = 20
const MAX_LETTERS = 100

/** A query for objects that hold all words, each in any of their texts. */
export function textQuery(words: string): ListQuery {
  const parts = words
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => ({
      [ANY_TEXT]: { $regex: escapePattern(word.slice(0, MAX_LETTERS)), $options: 'i' },
    }))
  const [only] = parts
  return parts.length === 1 && only ? only : { $and: parts }
}
