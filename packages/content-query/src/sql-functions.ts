import { fold } from './fold.ts'
import { compileRegex } from './regex.ts'
import { lastPart } from './stored-values.ts'

/**
 * SQL functions that compiled queries call. The server registers each under its name, as deterministic,
 * so that the database and the matcher cannot disagree.
 */
export const sqlFunctions = {
  /** `fold(text)`: the text without its case; anything but a text gives null. */
  fold: (text: unknown): string | null => (typeof text === 'string' ? fold(text) : null),

  /** `last_part(url)`: what follows the last slash of a text; anything else stays as it is. */
  last_part: (url: unknown): string | number | null =>
    typeof url === 'string' ? lastPart(url) : typeof url === 'number' ? url : null,

  /** `regex_match(pattern, flags, text)`: 1 or 0; anything but a text never matches. */
  regex_match: (pattern: unknown, flags: unknown, text: unknown): number => {
    if (typeof text !== 'string' || typeof pattern !== 'string') return 0
    return compileRegex(pattern, flags === 'i' ? 'i' : '').test(text) ? 1 : 0
  },
}
