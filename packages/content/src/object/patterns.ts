import { compileFieldPattern } from '@typecase/contract/field-values/field-pattern'
import type { FieldPattern } from '@typecase/contract/field-values/value-check'
import type { Metafield } from '@typecase/contract/metafields'
import type { RE2JS } from 're2js'

/** The server's engine of patterns: that of browsers reads some of them in another way. */
let engine: typeof RE2JS | undefined
const compiled = new Map<string, FieldPattern | undefined>()

/** Fetches the engine, if one of the fields has a pattern. Without it only the server knows whether a text matches. */
export async function loadPatterns(fields: readonly Metafield[]): Promise<void> {
  if (engine || !fields.some(hasPattern)) return
  engine = await import('re2js').then(
    ({ RE2JS }) => RE2JS,
    () => undefined,
  )
}

const hasPattern = ({ regex, children, repeater_fields: rows }: Metafield): boolean =>
  Boolean(regex) || [...(children ?? []), ...(rows ?? [])].some(hasPattern)

/** The pattern as the server compiles it; undefined for one that is not enforced. */
export function patternOf(regex: string): FieldPattern | undefined {
  if (!engine || compiled.has(regex)) return compiled.get(regex)
  let pattern: FieldPattern | undefined
  try {
    pattern = compileFieldPattern(engine, regex)
  } catch {
    // Older exports have patterns that this engine cannot read.
  }
  compiled.set(regex, pattern)
  return pattern
}
