import { isColor } from '@typecase/contract/field-rules'

import { type Family, refuse } from './value-check.ts'

/** switch */
export const toggle: Family = (value, check) =>
  typeof value === 'boolean' ? value : refuse(check, 'type', 'must be true or false')

export const color: Family = (value, check) =>
  typeof value === 'string' && isColor(value)
    ? value
    : refuse(check, 'color', 'must be a color such as #1a2b3c')

/** A flag and a keycap are no pictographs by themselves. */
const emojiPattern = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u

export const emoji: Family = (value, check) =>
  typeof value === 'string' && value.length <= 64 && emojiPattern.test(value)
    ? value
    : refuse(check, 'emoji', 'must be an emoji')

/** json: any value; a text has to be JSON itself, since that is what its editor stores. */
export const json: Family = (value, check) => {
  if (typeof value !== 'string') return value
  try {
    JSON.parse(value)
    return value
  } catch {
    return refuse(check, 'json', 'must be valid JSON')
  }
}
