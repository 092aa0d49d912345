import { decodePart } from '../formats/links.ts'

/** Matches an address in a text, and captures its last part. */
const ADDRESS = /https?:\/\/[^\s"'\\<>()[\]?#&]+\/([^\s"'\\/<>()[\]?#&]{1,300})/g
/** Matches the value of a file field that names a part of a picture, as `readFileUse` reads it. */
const USE = /^([^/?#\s]{1,300})(\?(?:rect|fp-[xy])=[^\s]*)$/

/**
 * Puts the new names of stored media into a value of a file: into values that are a name, such as those of file fields,
 * and into addresses within texts, which then lead to this server.
 * @param base the address of this server's media: `https://host/media`
 */
export function withNewNames(
  value: unknown,
  names: ReadonlyMap<string, string>,
  base: string,
): unknown {
  return withRenamed(value, names, (text) => text.replaceAll(ADDRESS, newAddress))

  function newAddress(address: string, last: string): string {
    const name = names.get(last) ?? names.get(decodePart(last))
    return name === undefined ? address : `${base}/${encodeURIComponent(name)}`
  }
}

/**
 * Puts the new names of media into a value.
 * @param rewrite replaces the addresses of media within a text
 */
export function withRenamed(
  value: unknown,
  names: ReadonlyMap<string, string>,
  rewrite: (text: string) => string,
): unknown {
  if (names.size === 0) return value
  return rename(value)

  function rename(part: unknown): unknown {
    if (typeof part === 'string') return names.get(part) ?? newUse(part) ?? rewrite(part)
    if (Array.isArray(part)) return part.map(rename)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, rename(inner)]))
  }

  /** Returns the new name of a media, with the part of the picture that is used. */
  function newUse(part: string): string | undefined {
    const [, name = '', use = ''] = USE.exec(part) ?? []
    const current = names.get(name)
    return current === undefined ? undefined : current + use
  }
}
