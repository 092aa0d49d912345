/**
 * The specification's default messages (§5), in one place for both sides. A rule takes the field's title and a value,
 * and returns an error, or undefined.
 */
export type FieldRule = (path: string, value: string) => string | undefined

/** A text that is not blank. */
export const notBlank: FieldRule = (path, value) =>
  value.trim() === '' ? `${path} is a required field` : undefined

/** An e-mail address, or nothing. */
export const email: FieldRule = (path, value) =>
  value === '' || /^[\w%+.-]+@[\dA-Za-z.-]+\.[A-Za-z]{2,}$/.test(value.trim())
    ? undefined
    : `${path} must be a valid email`

/** An absolute URL, or nothing. */
export const url: FieldRule = (path, value) =>
  value === '' || URL.canParse(value) ? undefined : `${path} must be a valid URL`

/** An address that is safe to show as a link, unlike `javascript:`. */
export const webAddress: FieldRule = (path, value) => {
  if (value === '') return undefined
  const scheme = URL.parse(value)?.protocol
  return scheme === 'https:' || scheme === 'http:'
    ? undefined
    : `${path} must be a valid URL that begins with https:// or http://`
}

/** The preview link of an object type, with placeholders such as `{slug}` or `[object_slug]`. */
export const previewLink: FieldRule = (path, value) =>
  webAddress(path, value.replaceAll(/\[\w+\]|\{[\w.-]+\}/g, 'x'))

/** A text of at least `length` UTF-16 units, or nothing. */
export const min =
  (length: number): FieldRule =>
  (path, value) =>
    value !== '' && value.length < length
      ? `${path} must be at least ${length} characters`
      : undefined

/** A text of at most `length` UTF-16 units. */
export const max =
  (length: number): FieldRule =>
  (path, value) =>
    value.length > length ? `${path} must be at most ${length} characters` : undefined

/** Returns the message of the first rule that a value breaks. */
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

/** Counts characters roughly as people do: most emoji count as one, although they have two UTF-16 units. */
export const lengthOf = (text: string): number => Array.from(text).length

/** Whether a text is a colour in hexadecimal notation, as stored. */
export const isColor = (text: string): boolean =>
  /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(text)
