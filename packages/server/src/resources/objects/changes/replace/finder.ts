/** Text comparison options; all off: a literal text in any case, within words too. */
export interface MatchOptions {
  /** Upper and lower case differ. */
  case?: boolean
  /** Neither a letter, a digit, a mark nor `_` may go on the match's own first and last one. */
  whole_word?: boolean
  /** `find` is a pattern in the syntax of RE2. */
  regex?: boolean
  /** The replacement takes the case of the match; see `compileReplacement`. */
  preserve_case?: boolean
}

/** A match in a text. Offsets count UTF-16 units; `end` is not included. Never empty. */
export interface Match {
  start: number
  end: number
  /** The match, then the text of each group of a pattern: undefined for a group that took no part. */
  groups: readonly (string | undefined)[]
}

export interface Finder {
  /**
   * Matches from left to right, without overlaps.
   * @throws Failure `invalid` on `find` when a pattern takes too long on this text
   */
  matches(text: string): Iterable<Match>
  /** A quick look: false only where `matches` surely finds nothing in this text, nor in any part of it. */
  canBeIn(text: string): boolean
  /** Steps that each character of a text takes at most. */
  stepsEach: number
  /** The number of groups of a pattern, and the numbers of named ones. */
  groupCount: number
  groupNames: ReadonlyMap<string, number>
}
