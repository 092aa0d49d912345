/** How a stored text is to be read: as it is, but for the syntax of Markdown, the texts of HTML, or the strings of JSON. */
export type TextFormat = 'plain' | 'markdown' | 'html' | 'json'

/** A part of a stored text that is searched by itself. */
export interface SearchedText {
  /** As people read it: without character references and escapes. */
  text: string
  /** Where it begins in the stored text. Two texts do not meet: `at` + `text.length` is not beyond the next `at`. */
  at: number
}

/** A stored text taken apart. */
export interface Reading {
  texts: readonly SearchedText[]
  /**
   * The stored text with new ones in place of some; nothing where that cannot be done without harm to its markup.
   * @param edited what was changed in each text, as the whole new text or its edits
   */
  write(edited: ReadonlyMap<SearchedText, EditedText>): string | undefined
}

/** What comes in place of `[start, end)` of a text. */
export interface Edit {
  start: number
  end: number
  text: string
}

export interface EditedText {
  /** The new text as a whole, as people read it. */
  text: string
  /** The same as edits, from left to right. */
  edits: readonly Edit[]
}
