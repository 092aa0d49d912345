/** Text comparison options. By default, a literal text matches in any case, and also within words. */
export interface MatchOptions {
  /** Whether upper and lower case differ. */
  case?: boolean
  /** Whether no letter, digit, mark or `_` may continue the match's own first or last one. */
  whole_word?: boolean
  /** Whether `find` is a pattern in RE2 syntax. */
  regex?: boolean
  /** Whether the replacement takes the case of the match; see `compileReplacement`. */
  preserve_case?: boolean
}

/** A match in a text. Never empty. Offsets are in UTF-16 units, and `end` is exclusive. */
export interface Match {
  start: number
  end: number
  /** The match, then the text of each group of a pattern; undefined for a group that did not take part. */
  groups: readonly (string | undefined)[]
}

export interface Finder {
  /**
   * Yields the matches from left to right, without overlaps.
   * @throws Failure `invalid` on `find` when a pattern takes too long on this text
   */
  matches(text: string): Iterable<Match>
  /** A quick test: false only if `matches` certainly finds nothing in this text or in any part of it. */
  canBeIn(text: string): boolean
  /** Maximum number of steps per character of a text. */
  stepsEach: number
  /** The number of groups in a pattern, and the numbers of named groups. */
  groupCount: number
  groupNames: ReadonlyMap<string, number>
}
