/** Significant digits that distinguish any two doubles: programs print fractions with at most this many. */
const MAX_PRINTED_DIGITS = 17
/** Number of significant digits that every double preserves. */
const EXACT_DIGITS = 15
/** Longest number that is examined, in characters. A longer one is an attempt to make reading slow. */
const MAX_NUMBER_LENGTH = 400

/** Returns the digits of a number without the zeros at both ends, which only set its magnitude. */
const digitsOf = (source: string): string =>
  source.replace(/e.*$/i, '').replaceAll(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '')

/**
 * Whether a number in a text keeps its value when it is parsed. JSON numbers are doubles (IEEE 754), which lose digits
 * of `12345678901234567890` and cannot hold `1e400`.
 */
export function isExact(source: string): boolean {
  const value = Number(source)
  if (!Number.isFinite(value) || source.length > MAX_NUMBER_LENGTH) return false
  const digits = digitsOf(source)
  if (value === 0) return digits === ''
  if (digits.length <= EXACT_DIGITS || digits === digitsOf(String(value))) return true
  return digits.length <= MAX_PRINTED_DIGITS && !Number.isInteger(value)
}

/** Whether a text is a number as people and programs write it, with a point: `+1.50`, `.5`, `1e5`. */
export const isNumeric = (text: string): boolean =>
  /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text)

/** Matches anything that may be an inexact number. */
const SUSPECT = /[\d.]{16}|\de[+-]?\d{3}/i
const TOKENS = /"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\],]|-?\d[\d.e+-]*/gi

/**
 * Returns the first number of a JSON text that parsing changes, with its path: `data.metadata.price`.
 * @param json valid JSON
 */
export function inexactNumberIn(json: string): { path: string; source: string } | undefined {
  if (!SUSPECT.test(json)) return undefined
  const path: (string | number)[] = []
  for (const [token] of json.matchAll(TOKENS)) {
    const last = path.length - 1
    const at = path[last]
    if (token === '{') path.push('')
    else if (token === '[') path.push(0)
    else if (token === '}' || token === ']') path.pop()
    else if (token === ',') {
      if (typeof at === 'number') path[last] = at + 1
    } else if (token.endsWith(':')) path[last] = JSON.parse(token.slice(0, -1)) as string
    else if (!token.startsWith('"') && !isExact(token)) {
      return { path: path.join('.'), source: token.slice(0, MAX_NUMBER_LENGTH) }
    }
  }
  return undefined
}
