import { compileFieldPattern } from '@typecase/contract/field-values/field-pattern'
import type { FieldPattern } from '@typecase/contract/field-values/value-check'
import { LRUCache } from 'lru-cache'

import { onFirstUse } from '../../on-first-use.ts'

/** Patterns, or what is wrong with them: values of a field are checked by the thousand. */
const compiled = new LRUCache<string, FieldPattern | Error>({ max: 500 })

/**
 * Compiles the `regex` of a metafield. The engine takes time proportional to the text, whatever the pattern,
 * so no author of a field can stop the server; it knows no look-around and no back-references.
 * @throws when the pattern is not of that language, or too large
 */
export function fieldPattern(source: string): FieldPattern {
  const pattern = compiled.get(source) ?? compile(source)
  compiled.set(source, pattern)
  if (pattern instanceof Error) throw pattern
  return pattern
}

function compile(source: string): FieldPattern | Error {
  try {
    return compileFieldPattern(onFirstUse.re2.RE2JS, source)
  } catch (reason) {
    return reason instanceof Error ? reason : new Error(String(reason))
  }
}
