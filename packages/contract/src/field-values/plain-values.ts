import { isColor, lengthOf } from '../field-rules.ts'
import { isExact, isNumeric } from './exact-number.ts'
import { jsonErrorAt } from './json-position.ts'
import { type Family, MAX_STEPS, refuse } from './value-check.ts'

/** text, textarea, html-textarea, markdown and rich-text: stored as written. */
export const text: Family = (value, check) => {
  if (typeof value !== 'string') return refuse(check, 'type', 'must be a text')
  const { field, path, findings } = check
  const { maxlength, regex, regex_message } = field
  if (typeof maxlength === 'number' && lengthOf(value) > maxlength) {
    refuse(check, 'max', `must be at most ${maxlength} characters`)
  }
  const pattern = regex ? findings.patternOf(regex) : undefined
  if (!pattern) return value
  findings.steps = (findings.steps ?? 0) + pattern.steps(value)
  if (findings.steps > MAX_STEPS) {
    refuse(check, 'cost', 'is too long to be checked by its pattern')
  } else if (!pattern.test(value)) {
    const message = regex_message || `${path} must match ${regex}`
    findings.problems.push({ path, message, rule: 'regex' })
  }
  return value
}

/** A finite number. A text is refused, with a separate message if it has more digits than a number preserves. */
export const number: Family = (value, check) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    const isLong = typeof value === 'string' && isNumeric(value) && !isExact(value.trim())
    return isLong
      ? refuse(check, 'precision', 'has more digits than a number keeps: use a text field')
      : refuse(check, 'type', 'must be a number')
  }
  const { min, max } = check.field
  if (typeof min === 'number' && value < min) refuse(check, 'min', `must be at least ${min}`)
  if (typeof max === 'number' && value > max) refuse(check, 'max', `must be at most ${max}`)
  return value
}

/** A day, as `2026-11-20`. */
export const date: Family = (value, check) => {
  if (typeof value !== 'string' || !isDay(value)) {
    return refuse(check, 'date', 'must be a date such as 2026-11-20')
  }
  return value
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00.000Z`)
  // `Date.parse` reads 30 February as 1 or 2 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** switch: true or false. */
export const toggle: Family = (value, check) =>
  typeof value === 'boolean' ? value : refuse(check, 'type', 'must be true or false')

/** A color in hexadecimal notation. */
export const color: Family = (value, check) =>
  typeof value === 'string' && isColor(value)
    ? value
    : refuse(check, 'color', 'must be a color such as #1a2b3c')

/** Flags and keycaps are not pictographs, so the pattern lists them separately. */
const emojiPattern = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u

/** One emoji. */
export const emoji: Family = (value, check) =>
  typeof value === 'string' && value.length <= 64 && emojiPattern.test(value)
    ? value
    : refuse(check, 'emoji', 'must be an emoji')

/** json: any value; a text must be valid JSON, since that is the format its editor stores. */
export const json: Family = (value, check) => {
  const position = typeof value === 'string' ? jsonErrorAt(value) : undefined
  if (!position) return value
  const { line, column } = position
  return refuse(check, 'json', `must be valid JSON: line ${line}, column ${column}`)
}
