import type { TextSyntax } from '@typecase/contract/field-types'

import { textNodesOf } from './html-nodes.ts'
import { encodeText } from './html-references.ts'
import { markdownToHtml } from './markdown-to-html.ts'

/** The maximum length of a text that is parsed for conversion: the parser blocks the thread. */
export const LONGEST_PARSED = 200_000

/** Whether converting a text to another syntax requires parsing. */
export const isParsed = (from: TextSyntax, to: TextSyntax): boolean =>
  from === 'html' ? to === 'line' || to === 'lines' : from === 'markdown' && to === 'html'

/** Converts a text to the syntax of another field. */
export function convertText(text: string, from: TextSyntax, to: TextSyntax): string {
  if (to === 'html') {
    if (from === 'html') return text
    return from === 'markdown' ? markdownToHtml(text) : paragraphs(text)
  }
  // HTML is also valid Markdown.
  if (to === 'markdown') return text
  const content = from === 'html' ? plainText(text) : text
  return to === 'line' ? withBreaksAs(' ', content) : content
}

/** Replaces each run of white space that contains a line break with a single break. */
const withBreaksAs = (lineBreak: string, text: string) =>
  text.replaceAll(/\s+/g, (space) => (/[\r\n]/.test(space) ? lineBreak : space))

const paragraphs = (text: string) =>
  text
    .split(/(?:\r?\n){2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${encodeText(part).replaceAll(/\r?\n/g, '<br>')}</p>`)
    .join('\n')

const blockTag =
  /<\/?(?:address|article|aside|blockquote|br|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|td|th|tr|ul)\b/i
const unread: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'iframe'])

/** Returns the visible text of HTML, one line per block; HTML that is too long or too irregular keeps its tags. */
export function plainText(source: string): string {
  let text = ''
  let at = 0
  const nodes = source.length > LONGEST_PARSED ? undefined : textNodesOf(source)
  for (const node of nodes ?? [{ text: source, from: 0, to: 0, element: '' }]) {
    if (unread.has(node.element)) continue
    if (text !== '' && blockTag.test(source.slice(at, node.from))) text += '\n'
    text += node.text
    at = node.to
  }
  return withBreaksAs('\n', text).trim()
}
