import { markdownSyntax, shortcodes, type Span } from '../../../../ai/markdown-texts.ts'
import { onFirstUse } from '../../../../on-first-use.ts'
import type { Finder } from './finder.ts'
import { readHtml } from './html-text.ts'
import { readJsonText } from './json-text.ts'
import { type Reading, type TextFormat, withEdits } from './searched-text.ts'

/** Splits a stored text into searchable texts; returns undefined if nothing can match in it. */
export function read(source: string, format: TextFormat, finder: Finder): Reading | undefined {
  if (format === 'html') return canBeInHtml(source, finder) ? readHtml(source) : undefined
  if (format === 'json') {
    const isEscaped = source.includes('\\')
    return isEscaped || finder.canBeIn(source) ? readJsonText(source) : undefined
  }
  return finder.canBeIn(source) ? readPlain(source) : undefined
}

/** Reads a stored text as a single searchable text. */
export function readPlain(source: string): Reading {
  const slot = { text: source, at: 0 }
  return { texts: [slot], write: (edited) => withEdits(source, edited.get(slot)) }
}

/** Whether HTML may match: it is only parsed if its characters, with references decoded, contain a match. */
function canBeInHtml(source: string, finder: Finder): boolean {
  const lines = source.includes('\r') ? source.replaceAll(/\r\n?/g, '\n') : source
  return finder.canBeIn(lines.includes('&') ? onFirstUse.entities.decodeHTML(lines) : lines)
}

/** Returns the syntax in a searched text, which no match may overlap. */
export function syntaxIn(text: string, format: TextFormat): readonly Span[] {
  if (format === 'markdown') return markdownSyntax(text)
  return format === 'html' ? shortcodes(text) : []
}
