import { type TextNode, textNodesOf } from '../../model/values/html-nodes.ts'
import {
  type DecodedText,
  decodeText,
  encodeText,
  seal,
  sourceOffsets,
} from '../../model/values/html-references.ts'
import { type Edit, type Reading, withEdits } from './searched-text.ts'

/** Elements whose text is code or invisible markup, which is never searched. */
const closedElements: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'iframe',
  'noembed',
  'noframes',
  'xmp',
  'plaintext',
])

interface HtmlText extends DecodedText {
  at: number
  to: number
  element: string
  isFirst: boolean
  isTranslated: boolean
}

interface HtmlReading extends Reading {
  texts: readonly HtmlText[]
}

/**
 * Reads the texts of HTML: the content between tags, with character references decoded. Tags, attributes, comments,
 * scripts and styles are not texts. A word split by a tag is two texts. Writing only replaces parts of the source, so
 * that everything else stays identical to the byte; new text is escaped.
 */
export function readHtml(source: string): HtmlReading {
  const texts = (textNodesOf(source) ?? []).flatMap((node) => searchable(source, node))
  return {
    texts,
    write(edited) {
      let output = ''
      let at = 0
      for (const text of texts) {
        const edits = edited.get(text)
        if (!edits) continue
        output += source.slice(at, text.at)
        output += leadingLineFeed(source, text, withEdits(text.text, edits))
        output += withEditsInSource(source.slice(text.at, text.to), text, edits)
        at = text.to
      }
      output += source.slice(at)
      const target = texts.map((text) => withEdits(text.text, edited.get(text))).join('')
      return textOf(output) === target ? output : undefined
    },
  }
}

const textOf = (source: string) =>
  (textNodesOf(source) ?? [])
    .flatMap((node) => searchable(source, node))
    .map(({ text }) => text)
    .join('')

/** Returns a text whose characters can be mapped to its source; those of CDATA cannot. */
function searchable(source: string, node: TextNode): HtmlText[] {
  const { text, from, to, element, isFirst, isTranslated } = node
  if (closedElements.has(element)) return []
  for (const at of startsOf(source, from)) {
    const decoded = decodeText(source.slice(at, to))
    if (decoded.text === text)
      return [{ ...decoded, at, to, element, isFirst: isFirst && at === from, isTranslated }]
  }
  return []
}

/** Returns the possible starts of a text that the parser reports at an offset. */
function startsOf(source: string, from: number): number[] {
  const starts = [from]
  // The parser drops the line feed at the beginning of a `pre`,
  const [lineEnd] = /^\r?\n|^\r/.exec(source.slice(from, from + 2)) ?? []
  if (lineEnd) starts.push(from + lineEnd.length)
  // and attributes a reference after such a line feed to the line feed.
  const [reference] =
    /&#?[\da-z]*$/i.exec(source.slice(Math.max(0, from - LONGEST_REFERENCE), from)) ?? []
  if (reference) starts.push(from - reference.length)
  return starts
}

const LONGEST_REFERENCE = 40

/**
 * Returns a line feed to insert before a new text that begins with one: the parser drops the first line feed in some
 * elements, and merges one with a preceding carriage return.
 */
function leadingLineFeed(source: string, { at, element, isFirst }: HtmlText, text: string): string {
  const isDropped = isFirst && ['pre', 'listing', 'textarea'].includes(element)
  return text.startsWith('\n') && (isDropped || source[at - 1] === '\r') ? '\n' : ''
}

/** Returns the source of a text with edits applied; everything else stays verbatim. */
function withEditsInSource(source: string, decoded: DecodedText, edits: readonly Edit[]): string {
  const { text } = decoded
  const offsets = sourceOffsets(source, decoded)

  /** Returns the source of `[from, to)`. If only part of a reference stays, that part is encoded again. */
  function sourceOf(from: number, to: number): string {
    let [start, end] = [from, to]
    while (start < to && offsets[start] === -1) start += 1
    while (end > start && offsets[end] === -1) end -= 1
    return (
      encodeText(text.slice(from, start)) +
      source.slice(offsets[start], offsets[end]) +
      encodeText(text.slice(end, to))
    )
  }

  let output = ''
  let at = 0
  for (const edit of edits) {
    output += seal(sourceOf(at, edit.start)) + encodeText(edit.text)
    at = edit.end
  }
  return output + sourceOf(at, text.length)
}
