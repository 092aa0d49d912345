import { isTooLarge } from '@typecase/contract/field-values/pattern-size'
import type { RE2JS } from 're2js'

import { onFirstUse } from '../../../../on-first-use.ts'
import { invalid } from '../../../../http/failure.ts'
import type { Finder, Match } from './finder.ts'
import { isWordEdge } from './whole-word.ts'

/** Maximum size of a compiled pattern: each step over a text may touch all of it. */
const MAX_PROGRAM_SIZE = 5000

/** Maximum number of steps to search a text for one match; a step takes up to a tenth of a microsecond. */
const MAX_STEPS = 50_000_000

/** Time limit for one text in ms. Finding one match takes linear time, but finding all of them may not (`a.*b|a`). */
const SEARCH_TIMEOUT_MS = 1000

/**
 * Whether a pattern may test the context of a match. Such a pattern may match in a part of a text but not in the whole
 * text, as `^a$` does.
 */
const looksAround = /\$|(?<!(?<!\\)\[)\^|\\[bBAzZ]/

/** Creates a finder for a pattern. @throws Failure `invalid` on `find` */
export function findPattern(
  find: string,
  { isExact, isWhole }: { isExact: boolean; isWhole: boolean },
): Finder {
  const program = compile(find, isExact)
  const size = program.programSize()
  const isTooLong = (text: string) => size * text.length > MAX_STEPS
  function* matches(text: string): Generator<Match> {
    if (isTooLong(text)) throw tooSlow(text)
    // Testing whether there is a match is much faster than locating it.
    if (!program.test(text)) return
    const matcher = program.matcher(text)
    const deadline = performance.now() + SEARCH_TIMEOUT_MS
    while (matcher.find()) {
      const start = matcher.start()
      const end = matcher.end()
      const isMatch = !isWhole || (isWordEdge(text, start) && isWordEdge(text, end))
      if (end > start && isMatch) {
        const group = (index: number) => matcher.group(index) ?? undefined
        yield {
          start,
          end,
          groups: Array.from({ length: program.groupCount() + 1 }, (_, i) => group(i)),
        }
      }
      if (performance.now() > deadline) throw tooSlow(text)
    }
  }
  return {
    matches,
    canBeIn: looksAround.test(find) ? () => true : (text) => isTooLong(text) || program.test(text),
    stepsEach: size,
    groupCount: program.groupCount(),
    groupNames: new Map(Object.entries(program.namedGroups())),
  }
}

function compile(find: string, isExact: boolean): RE2JS {
  const { RE2JS } = onFirstUse.re2
  const flags = isExact ? 0 : RE2JS.CASE_INSENSITIVE
  let program: RE2JS
  if (isTooLarge(find)) throw tooLarge()
  try {
    program = RE2JS.compile(withoutScriptEscapes(find), flags)
  } catch (error) {
    throw invalid(
      'find',
      `find is no pattern that is understood: ${reasonOf(error, find)}`,
      'regex',
    )
  }
  if (program.programSize() > MAX_PROGRAM_SIZE) throw tooLarge()
  return program
}

const tooLarge = () => invalid('find', 'find is too large a pattern: repeat less in it', 'max')

/** Rewrites JavaScript's `\u00e9` and `\u{e9}` in RE2 syntax. */
function withoutScriptEscapes(find: string): string {
  return find.replaceAll(
    /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|[^])/gi,
    (escape: string, braced?: string, literal?: string) => {
      const code = braced ?? literal
      return code === undefined ? escape : `\\x{${code}}`
    },
  )
}

function reasonOf(error: unknown, find: string): string {
  const [around] = /\(\?<?[=!]/.exec(find) ?? []
  if (around) return `look-around (${around}…) is not supported`
  const [, back] = /(?:^|[^\\])(?:\\\\)*(\\[1-9k])/.exec(find) ?? []
  if (back) return `back-references (${back}) are not supported`
  const words = error instanceof Error ? error.message : String(error)
  return words.replace(/^error parsing regexp: /, '').replace('`(?i)', '`')
}

const tooSlow = (text: string) =>
  invalid(
    'find',
    `find takes too long to search a text of ${text.length.toLocaleString('en')} characters: make the beginning of the pattern more specific`,
    'too_expensive',
  )
