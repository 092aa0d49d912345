/** An address in a text, with its last part. */
const ADDRESS = /https?:\/\/[^\s"'\\<>()[\]?#&]+\/([^\s"'\\/<>()[\]?#&]{1,300})/g

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
  if (names.size === 0) return value
  return renamed(value)

  function renamed(part: unknown): unknown {
    if (typeof part === 'string') return names.get(part) ?? part.replaceAll(ADDRESS, newAddress)
    if (Array.isArray(part)) return part.map(renamed)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, renamed(inner)]))
  }

  function newAddress(whole: string, last: string): string {
    const name = names.get(last) ?? names.get(decoded(last))
    return name === undefined ? whole : `${base}/${encodeURIComponent(name)}`
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
