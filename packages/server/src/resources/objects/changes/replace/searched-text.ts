/**
 * Which parts of a stored text are searched: all of it, Markdown without its syntax, the texts of HTML, or the strings
 * of JSON.
 */
export type TextFormat = 'plain' | 'markdown' | 'html' | 'json'

/** A part of a stored text that is searched separately. */
export interface SearchedText {
  /** The visible text, with character references and escapes decoded. */
  text: string
  /** The start in the stored text. Texts do not overlap: `at` + `text.length` does not exceed the next `at`. */
  at: number
}

/** A stored text, split into searchable texts. */
export interface Reading {
  texts: readonly SearchedText[]
  /** Returns the stored text with edits in some of its texts; undefined if they would damage its markup. */
  write(edited: ReadonlyMap<SearchedText, readonly Edit[]>): string | undefined
}

/** The replacement for `[start, end)` of a text. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** Applies edits, sorted from left to right, to a text. */
export function withEdits(text: string, edits: readonly Edit[] = []): string {
  const parts: string[] = []
  let at = 0
  for (const edit of edits) {
    parts.push(text.slice(at, edit.start), edit.text)
    at = edit.end
  }
  return parts.join('') + text.slice(at)
}
