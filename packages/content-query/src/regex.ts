import type { RegexFlags } from './ast.ts'
import { compose, composedParts } from './composed.ts'
import { fold } from './fold.ts'
import { PatternProgram } from './pattern-program.ts'
import { literalOf, parsePattern } from './pattern.ts'

/** A compiled pattern. */
export interface Matcher {
  /** The text that must occur, composed, and folded if the flags say so; undefined for any other pattern. */
  literal: string | undefined
  test: (text: string) => boolean
  /** Tests a text part by part, and yields the steps of each part. A step takes about ten nanoseconds. */
  testInParts: (text: string) => Generator<number, boolean>
}

/** Steps per unit of text that is compared with a literal. */
const STEPS_PER_UNIT = 1

const compiled = new Map<string, Matcher>()
const remembered = 200

/**
 * Compiles a pattern of the subset of `parsePattern`. Matching takes time proportional to the text and to the pattern:
 * all states advance together over the text, and nothing is tried twice. Pattern and text are composed first.
 * @throws QueryError when the pattern is not of the subset.
 */
export function compileRegex(pattern: string, flags: RegexFlags): Matcher {
  const name = `${flags}/${pattern}`
  const cached = compiled.get(name)
  if (cached) return cached
  const matcher = build(pattern, flags === 'i')
  if (compiled.size >= remembered) compiled.clear()
  compiled.set(name, matcher)
  return matcher
}

function build(pattern: string, isFolding: boolean): Matcher {
  const branches = parsePattern(pattern)
  const prepare = isFolding ? fold : (text: string) => text
  const literalText = literalOf(branches)
  if (literalText !== undefined) return literalMatcher(prepare(compose(literalText)), prepare)
  const program = new PatternProgram(branches, isFolding)
  return {
    literal: undefined,
    test(text) {
      const run = program.begin()
      return run.advance(prepare(compose(text))) || run.end()
    },
    *testInParts(text) {
      const run = program.begin()
      for (const part of composedParts(text)) {
        const isMatch = run.advance(prepare(part))
        yield run.takeSteps()
        if (isMatch) return true
        if (run.isOver) return false
      }
      return run.end()
    },
  }
}

function literalMatcher(literal: string, prepare: (text: string) => string): Matcher {
  return {
    literal,
    test: (text) => prepare(compose(text)).includes(literal),
    *testInParts(text) {
      // The literal may begin in one part and end in another.
      let rest = ''
      for (const part of composedParts(text)) {
        const searched = rest + prepare(part)
        yield part.length * STEPS_PER_UNIT
        if (searched.includes(literal)) return true
        rest = literal.length > 1 ? searched.slice(1 - literal.length) : ''
      }
      return literal === ''
    },
  }
}
