import { markdownParts } from '../../ai/markdown-texts.ts'
import { LONGEST_PARSED } from '../../resources/objects/model/values/text-forms.ts'
import { textNodesOf } from '../../resources/objects/model/values/html-nodes.ts'

/** Values in text fields that programs read: URLs, e-mail addresses, file names, slugs, colours, dates, numbers. */
const CODES = [
  /[a-z][a-z\d+.-]*:\S*/,
  /[/.#?&]\S*/,
  /\S+@\S+/,
  /\S*\.[a-z][a-z\d]{1,9}(?:[/?#:]\S*)?/,
  /[a-z\d]+(?:[-_][a-z\d]+)+/,
  /[a-z]+\([^()]*\)/,
  /[\d\s.,:+/()%-]+(?:T[\d:.]+(?:Z|[+-][\d:]+)?)?/,
]
const CODE = new RegExp(`^\\s*(?:${CODES.map(({ source }) => source).join('|')})?\\s*$`, 'i')

/** Elements whose text is not shown literally. */
const HIDDEN: ReadonlySet<string> = new Set(['script', 'style', 'title', 'textarea', 'option'])

/**
 * Returns the offset in a text at which an invisible source changes neither the markup nor the visible text.
 * @param kind type of the field
 * @returns undefined for a text that must stay exact, or has no such offset
 */
export function sourcePosition(text: string, kind: string): number | undefined {
  if (CODE.test(text)) return undefined
  if (kind === 'text' || kind === 'textarea') return text.length
  const isMarkdown = kind === 'markdown' || kind === 'rich-text'
  if ((!isMarkdown && kind !== 'html-textarea') || text.length > LONGEST_PARSED) return undefined
  return isMarkdown ? endOfMarkdown(text) : endOfHtml(text)
}

/** Returns the end of the last visible text, before trailing whitespace. */
function endOfHtml(source: string): number | undefined {
  const last = (textNodesOf(source) ?? []).findLast(
    ({ text, element }) => !HIDDEN.has(element) && text.trim() !== '',
  )
  return last && last.from + source.slice(last.from, last.to).trimEnd().length
}

/** Returns the end of the last words that are neither code nor a URL. */
function endOfMarkdown(source: string): number | undefined {
  let at = source.length
  for (const { text, isText } of markdownParts(source).toReversed()) {
    at -= text.length
    if (isText && /[\p{L}\p{N}]/u.test(text) && !/www\.\S*$/i.test(text))
      return at + text.trimEnd().length
  }
  return undefined
}
