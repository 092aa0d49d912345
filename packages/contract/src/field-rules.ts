/**
 * The specification's default messages (§5), in one place for both sides. A rule takes the field's name as the user
 * sees it and a value, and answers what is wrong, or nothing.
 */
export type FieldRule = (path: string, value: string) => string | undefined

export const required: FieldRule = (path, value) =>
  value.trim() === '' ? `${path} is a required field` : undefined

export const email: FieldRule = (path, value) =>
  value === '' || /^[\w%+.-]+@[\dA-Za-z.-]+\.[A-Za-z]{2,}$/.test(value.trim())
    ? undefined
    : `${path} must be a valid email`

export const url: FieldRule = (path, value) =>
  value === '' || URL.canParse(value) ? undefined : `${path} must be a valid URL`

export const min =
  (length: number): FieldRule =>
  (path, value) =>
    value !== '' && value.length < length
      ? `${path} must be at least ${length} characters`
      : undefined

export const max =
  (length: number): FieldRule =>
  (path, value) =>
    value.length > length ? `${path} must be at most ${length} characters` : undefined

/** The first rule that a value breaks. */
export function firstBroken(
  path: string,
  value: string,
  rules: readonly FieldRule[],
): string | undefined {
  for (const rule of rules) {
    const message = rule(path, value)
    if (message) return message
  }
  return undefined
}

/** Characters as people count them, more or less: most emoji are one, which have two UTF-16 units. */
export const lengthOf = (text: string): number => Array.from(text).length

/** How a colour is stored, whatever notation it was typed in. */
export const isColor = (text: string): boolean =>
  /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(text)
