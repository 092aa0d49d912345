const lower = /\p{Ll}/u
const upper = /\p{Lu}|\p{Lt}/u
const letter = /\p{L}/u

/**
 * Returns a text in the case of a model: `TURNER` gives `ROTHKO`, `turner` gives `rothko`. A model with an initial
 * capital, such as `Turner` or a single letter, capitalizes the first letter. Any other mixture, or a model without
 * letters, leaves the text unchanged; so does a lower-case model if the text has inner capitals, such as `iPhone`.
 */
export function inCaseOf(model: string, text: string): string {
  const hasUpper = upper.test(model)
  const hasLower = lower.test(model)
  if (!hasUpper) return hasLower && !hasInnerCapital(text) ? text.toLowerCase() : text
  if (!hasLower && Array.from(model).filter((one) => upper.test(one)).length > 1) {
    return text.toUpperCase()
  }
  const [first = ''] = letter.exec(model) ?? []
  return upper.test(first) ? capitalize(text) : text
}

const capitalize = (text: string) => text.replace(letter, (first) => first.toUpperCase())

/** Whether a word has a capital after a lower-case letter. */
const hasInnerCapital = (text: string) => /\p{Ll}\p{M}*\p{Lu}/u.test(text)
