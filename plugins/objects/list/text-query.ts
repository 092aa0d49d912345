import { ANY_TEXT } from '@typecase/content-query/fields'
import { escapePattern } from '@typecase/content-query/pattern'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'

/** Limits on the number of words and the letters of each: a query is limited, and each letter may need a backslash. */
const MAX_WORDS = 20
const MAX_LETTERS = 100

/** Returns a query for objects that contain all words, each in any of their texts. */
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
