import { compileFieldPattern } from '@typecase/contract/field-values/field-pattern'
import type { FieldPattern } from '@typecase/contract/field-values/value-check'
import { LRUCache } from 'lru-cache'

import { onFirstUse } from '../../on-first-use.ts'

/** Compiled patterns, or their errors. Cached because one pattern checks thousands of values. */
const compiled = new LRUCache<string, FieldPattern | Error>({ max: 500 })

/**
 * Compiles the `regex` of a metafield. The engine matches every pattern in linear time, so no field can stall the
 * server; it supports neither look-around nor back-references.
 * @throws when the pattern has an unsupported syntax or is too large
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
