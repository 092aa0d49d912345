import { isTooLarge } from './pattern-size.ts'
import { barePattern, type FieldPattern } from './value-check.ts'

/**
 * The engine that runs patterns: RE2, which takes time proportional to the text. Callers pass it in, since it is too
 * large for this package.
 */
interface PatternEngine {
  compile(source: string): { test(text: string): boolean; programSize(): number }
}

/** Maximum number of instructions of a compiled pattern. A count such as `{1,500}` compiles to two per repetition. */
const LARGEST_PROGRAM = 1000

/**
 * Compiles the `regex` of a field, in the same way on the server and in the editor.
 * @throws when the engine does not support the pattern, or the pattern is too large
 */
export function compileFieldPattern(engine: PatternEngine, regex: string): FieldPattern {
  const source = barePattern(regex)
  if (isTooLarge(source)) throw tooLarge()
  const program = engine.compile(source)
  const size = program.programSize()
  if (size > LARGEST_PROGRAM) throw tooLarge()
  return { test: (text) => program.test(text), steps: (text) => size * text.length }
}

const tooLarge = () => new Error('The pattern repeats too much.')
