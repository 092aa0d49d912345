import { compileFieldPattern } from '@typecase/contract/field-values/field-pattern'
import type { FieldPattern } from '@typecase/contract/field-values/value-check'
import type { Metafield } from '@typecase/contract/metafields'
import type { RE2JS } from 're2js'

/** The server's pattern engine: browsers interpret some patterns differently. */
let engine: typeof RE2JS | undefined
const compiled = new Map<string, FieldPattern | undefined>()

/**
 * Loads the engine if one of the fields has a pattern. Without it, only the server can check whether a text matches.
 */
export async function loadPatterns(fields: readonly Metafield[]): Promise<void> {
  if (engine || !fields.some(hasPattern)) return
  engine = await import('re2js').then(
    ({ RE2JS }) => RE2JS,
    () => undefined,
  )
}

const hasPattern = ({ regex, children, repeater_fields: rows }: Metafield): boolean =>
  Boolean(regex) || [...(children ?? []), ...(rows ?? [])].some(hasPattern)

/** Returns the pattern as the server compiles it; undefined for a pattern that is not enforced. */
export function patternOf(regex: string): FieldPattern | undefined {
  if (!engine || compiled.has(regex)) return compiled.get(regex)
  let pattern: FieldPattern | undefined
  try {
    pattern = compileFieldPattern(engine, regex)
  } catch {
    // Older exports contain patterns that this engine cannot compile.
  }
  compiled.set(regex, pattern)
  return pattern
}
