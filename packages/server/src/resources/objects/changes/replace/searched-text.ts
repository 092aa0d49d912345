/**
 * The parts of a stored text to search: all of it, Markdown without its syntax, the texts of HTML, or the strings of
 * JSON.
 */
export type TextFormat = 'plain' | 'markdown' | 'html' | 'json'

/** A part of a stored text that is searched separately. */
export interface SearchedText {
  /** The visible text: without character references and escapes. */
  text: string
  /** Start in the stored text. Texts do not overlap: `at` + `text.length` is not beyond the next `at`. */
  at: number
}

/** A stored text taken apart. */
export interface Reading {
  texts: readonly SearchedText[]
  /** The stored text with edits made in some of its texts; nothing where that would harm its markup. */
  write(edited: ReadonlyMap<SearchedText, readonly Edit[]>): string | undefined
}

/** The replacement for `[start, end)` of a text. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** A text with edits made, from left to right. */
export function withEdits(text: string, edits: readonly Edit[] = []): string {
  const parts: string[] = []
  let at = 0
  for (const edit of edits) {
    parts.push(text.slice(at, edit.start), edit.text)
    at = edit.end
  }
  return parts.join('') + text.slice(at)
}
