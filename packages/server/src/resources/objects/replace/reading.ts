import { markdownSyntax, shortcodes, type Span } from '../../../ai/markdown-texts.ts'
import { onFirstUse } from '../../../on-first-use.ts'
import type { Finder } from './find.ts'
import { readHtml } from './html-text.ts'
import { readJsonText } from './json-text.ts'

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

/** Takes a stored text apart, or says that nothing can be found in it. */
export function read(source: string, format: TextFormat, finder: Finder): Reading | undefined {
  if (format === 'html') return canBeInHtml(source, finder) ? readHtml(source) : undefined
  if (format === 'json') {
    const isEscaped = source.includes('\\')
    return isEscaped || finder.canBeIn(source) ? readJsonText(source) : undefined
  }
  if (!finder.canBeIn(source)) return undefined
  const whole = { text: source, at: 0 }
  return { texts: [whole], write: (edited) => edited.get(whole)?.text ?? source }
}

/** HTML is parsed only when its characters, references decoded, hold what is sought. */
function canBeInHtml(source: string, finder: Finder): boolean {
  const lines = source.includes('\r') ? source.replaceAll(/\r\n?/g, '\n') : source
  return finder.canBeIn(lines.includes('&') ? onFirstUse.entities.decodeHTML(lines) : lines)
}

/** What of a searched text is syntax: no match touches it. */
export function syntaxIn(text: string, format: TextFormat): readonly Span[] {
  if (format === 'markdown') return markdownSyntax(text)
  return format === 'html' ? shortcodes(text) : []
}
