import { formatNumber } from './format.ts'

/** The singular and the plural of a noun for counted items. */
export interface Noun {
  readonly one: string
  readonly many: string
}

const IRREGULAR: Readonly<Record<string, string>> = { person: 'people', media: 'media' }

/** Returns the plural of an English noun: `entries` of `entry`. */
function pluralOf(noun: string): string {
  const irregular = IRREGULAR[noun]
  if (irregular !== undefined) return irregular
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}

/**
 * Returns the form of a word for a count: `plural(2, 'match')` is `matches`, `plural(2, 'is', 'are')` is `are`.
 * @param word a noun, or the form for one
 * @param many the form for other counts, if `word` is not a noun or its plural is irregular
 */
export function plural(count: number, word: string | Noun, many?: string): string {
  if (typeof word !== 'string') return count === 1 ? word.one : word.many
  return count === 1 ? word : (many ?? pluralOf(word))
}

/** Formats a count: `1 object`, `1,284 media`. @param noun the singular, or both forms */
export const formatCount = (count: number, noun: string | Noun): string =>
  `${formatNumber(count)} ${plural(count, noun)}`
