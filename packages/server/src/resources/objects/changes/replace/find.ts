import { invalid } from '../../../../http/failure.ts'
import { compose, findComposed } from './composed.ts'
import type { Finder, MatchOptions } from './finder.ts'
import { findLiteral } from './literal.ts'
import { findPattern } from './pattern.ts'

/** Maximum length of `find` in UTF-16 units. */
export const LONGEST_FIND = 1000

/**
 * Compiles a search once for all objects. Without `case`, a literal text is compared folded as in the query language
 * (`ß` = `SS`), a pattern by Unicode's simple folding. Patterns take time proportional to the text. With `whole_word`,
 * only those matches of a pattern count that are whole words.
 * @throws Failure `invalid` on path `find`: empty, too long, not valid Unicode, or an invalid pattern, such as one with
 * look-around or back-references
 */
export function compileFind({ find, match = {} }: { find: string; match?: MatchOptions }): Finder {
  if (find === '') throw invalid('find', 'find is a required field', 'required')
  if (find.length > LONGEST_FIND) {
    throw invalid('find', `find must be at most ${LONGEST_FIND} characters`, 'max')
  }
  if (!find.isWellFormed()) throw invalid('find', 'find must be valid Unicode', 'unicode')
  const options = { isExact: match.case === true, isWhole: match.whole_word === true }
  const sought = compose(find)
  return findComposed(match.regex ? findPattern(sought, options) : findLiteral(sought, options))
}
