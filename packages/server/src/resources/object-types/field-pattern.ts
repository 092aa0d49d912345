import { RE2JS } from 're2js'

export interface FieldPattern {
  /** Whether the pattern occurs in the text; anchors are the author's to write. */
  test(text: string): boolean
}

const compiled = new Map<string, FieldPattern>()
const remembered = 500

/**
 * Compiles the `regex` of a metafield. The engine takes time proportional to the text, whatever the pattern,
 * so no author of a field can stop the server; it knows no look-around and no back-references.
 * @throws when the pattern is not of that language
 */
export function fieldPattern(source: string): FieldPattern {
  const known = compiled.get(source)
  if (known) return known
  // Clients of older versions wrap the pattern in slashes.
  const bare = /^\/(.*)\/$/s.exec(source)?.[1] ?? source
  const program = RE2JS.compile(bare)
  const pattern: FieldPattern = { test: (text) => program.matcher(text).find() }
  if (compiled.size >= remembered) compiled.clear()
  compiled.set(source, pattern)
  return pattern
}
