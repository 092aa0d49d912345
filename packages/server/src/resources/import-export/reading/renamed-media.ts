import { decoded } from '../formats/links.ts'

/** An address in a text, with its last part. */
const ADDRESS = /https?:\/\/[^\s"'\\<>()[\]?#&]+\/([^\s"'\\/<>()[\]?#&]{1,300})/g
/** The value of a file field with a part of a picture, as `readFileUse` reads it. */
const USE = /^([^/?#\s]{1,300})(\?(?:rect|fp-[xy])=[^\s]*)$/

/**
 * A value of a file, in which media that were taken in have their new names: values that are a name, as those of file fields, and
 * addresses within texts, which lead to this server then.
 * @param base where this server's media are: `https://host/media`
 */
export function withNewNames(
  value: unknown,
  names: ReadonlyMap<string, string>,
  base: string,
): unknown {
  return withRenamed(value, names, (text) => text.replaceAll(ADDRESS, newAddress))

  function newAddress(whole: string, last: string): string {
    const name = names.get(last) ?? names.get(decoded(last))
    return name === undefined ? whole : `${base}/${encodeURIComponent(name)}`
  }
}

/**
 * A value in which some media have new names.
 * @param rewrite replaces their addresses within a text
 */
export function withRenamed(
  value: unknown,
  names: ReadonlyMap<string, string>,
  rewrite: (text: string) => string,
): unknown {
  if (names.size === 0) return value
  return renamed(value)

  function renamed(part: unknown): unknown {
    if (typeof part === 'string') return names.get(part) ?? newUse(part) ?? rewrite(part)
    if (Array.isArray(part)) return part.map(renamed)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, renamed(inner)]))
  }

  /** A name with the part of the picture that is used. */
  function newUse(part: string): string | undefined {
    const [, name = '', use = ''] = USE.exec(part) ?? []
    const current = names.get(name)
    return current === undefined ? undefined : current + use
  }
}
