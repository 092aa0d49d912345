import { invalid } from '../../../http/failure.ts'
import { composed, findComposed } from './composed.ts'
import { findLiteral } from './literal.ts'
import { findPattern } from './pattern.ts'

/** How texts are compared; all off: a literal text in any case, within words too. */
export interface MatchOptions {
  /** Upper and lower case differ. */
  case?: boolean
  /** Neither a letter, a digit, a mark nor `_` may go on the match's own first and last one. */
  whole_word?: boolean
  /** `find` is a pattern in the syntax of RE2. */
  regex?: boolean
  /** The replacement takes the case of what it replaces; see `compileReplacement`. */
  preserve_case?: boolean
}

/** Something found in a text. Offsets count UTF-16 units; `end` is not included. Never empty. */
export interface Found {
  start: number
  end: number
  /** The match, then what each group of a pattern caught: nothing for a group that took no part. */
  groups: readonly (string | undefined)[]
}

export interface Finder {
  /**
   * What is found, from left to right, without overlaps.
   * @throws Failure `invalid` on `find` when a pattern takes too long on this text
   */
  matches(text: string): Iterable<Found>
  /** A quick look: false only where `matches` surely finds nothing in this text, nor in any part of it. */
  canBeIn(text: string): boolean
  /** Steps that each character of a text takes at most. */
  stepsEach: number
  /** How many groups a pattern has, and which of them have a name. */
  groupCount: number
  groupNames: ReadonlyMap<string, number>
}

/** The longest `find`, in UTF-16 units. */
export const LONGEST_FIND = 1000

/**
 * Compiles what to look for, once for all objects. Without `case`, a literal text is compared folded as in the query
 * language (`ß` = `SS`), a pattern by Unicode's simple folding. Patterns take time proportional to the text. With
 * `whole_word`, a pattern's matches are those that it finds by itself and that stand alone as words.
 * @throws Failure `invalid` on path `find`: empty, too long, no valid Unicode, or a pattern that cannot be read, such
 *   as one with look-around or back-references
 */
export function compileFind({ find, match = {} }: { find: string; match?: MatchOptions }): Finder {
  if (find === '') throw invalid('find', 'find is a required field', 'required')
  if (find.length > LONGEST_FIND) {
    throw invalid('find', `find must be at most ${LONGEST_FIND} characters`, 'max')
  }
  if (!find.isWellFormed()) throw invalid('find', 'find must be valid Unicode', 'unicode')
  const options = { isExact: match.case === true, isWhole: match.whole_word === true }
  const sought = composed(find)
  return findComposed(match.regex ? findPattern(sought, options) : findLiteral(sought, options))
}
