import { onFirstUse } from '../../on-first-use.ts'
import { RecentlyUsed } from '../../recently-used.ts'

export interface FieldPattern {
  /** Whether the pattern occurs in the text; anchors are the author's to write. */
  test(text: string): boolean
}

/** Patterns, or what is wrong with them: values of a field are checked by the thousand. */
const compiled = new RecentlyUsed<FieldPattern | Error>(500)

/**
 * Compiles the `regex` of a metafield. The engine takes time proportional to the text, whatever the pattern,
 * so no author of a field can stop the server; it knows no look-around and no back-references.
 * @throws when the pattern is not of that language
 */
export function fieldPattern(source: string): FieldPattern {
  const pattern = compiled.get(source) ?? compile(source)
  compiled.set(source, pattern)
  if (pattern instanceof Error) throw pattern
  return pattern
}

function compile(source: string): FieldPattern | Error {
  // Clients of older versions wrap the pattern in slashes.
  const bare = /^\/(.*)\/$/s.exec(source)?.[1] ?? source
  try {
    const program = onFirstUse.re2.RE2JS.compile(bare)
    return { test: (text) => program.matcher(text).find() }
  } catch (reason) {
    return reason instanceof Error ? reason : new Error(String(reason))
  }
}
