const lower = /\p{Ll}/u
const upper = /\p{Lu}|\p{Lt}/u
const letter = /\p{L}/u

/**
 * A text in the case of another: `TURNER` makes `ROTHKO`, `turner` makes `rothko`; what begins with a capital, as
 * `Turner` or a letter alone, makes the first letter one. Any other mixture, and no letters, leave it as it is written;
 * so do small letters a text with capitals of its own inside, such as `iPhone`.
 */
export function inCaseOf(model: string, text: string): string {
  const hasUpper = upper.test(model)
  const hasLower = lower.test(model)
  if (!hasUpper) return hasLower && !hasInnerCapital(text) ? text.toLowerCase() : text
  if (!hasLower && Array.from(model).filter((one) => upper.test(one)).length > 1) {
    return text.toUpperCase()
  }
  const [first = ''] = letter.exec(model) ?? []
  return upper.test(first) ? capitalized(text) : text
}

const capitalized = (text: string) => text.replace(letter, (first) => first.toUpperCase())

/** Whether a word has a capital beside small letters, and not at its beginning alone. */
const hasInnerCapital = (text: string) => /\p{Ll}\p{M}*\p{Lu}/u.test(text)
