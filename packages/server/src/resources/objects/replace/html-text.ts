import { type TextNode, textNodesOf } from './html-nodes.ts'
import { type Decoded, decodeText, encodeText, sealed } from './html-references.ts'
import type { Edit, Reading } from './searched-text.ts'

/** Elements whose text is code, or markup that is not shown: never searched. */
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

interface HtmlText extends Decoded {
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
 * Reads the texts of HTML: what stands between tags, its character references decoded. Tags, attributes, comments and
 * the code of scripts and styles are no text. A word that tags part is two texts. Writing replaces within the source,
 * so that all else stays to the byte; new text is escaped.
 */
export function readHtml(source: string): HtmlReading {
  const texts = (textNodesOf(source) ?? []).flatMap((node) => searchable(source, node))
  return {
    texts,
    write(edited) {
      let written = ''
      let at = 0
      for (const text of texts) {
        const change = edited.get(text)
        if (!change) continue
        const own = source.slice(text.at, text.to)
        written += source.slice(at, text.at) + keptLineFeed(source, text, change.text)
        written += withEdits(own, text, change.edits)
        at = text.to
      }
      written += source.slice(at)
      const wanted = texts.map((text) => edited.get(text)?.text ?? text.text).join('')
      return textOf(written) === wanted ? written : undefined
    },
  }
}

const textOf = (source: string) =>
  (textNodesOf(source) ?? [])
    .flatMap((node) => searchable(source, node))
    .map(({ text }) => text)
    .join('')

/** A text whose characters can be mapped to its source; CDATA cannot. */
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

/** Where a text may begin that the parser says begins here. */
function startsOf(source: string, from: number): number[] {
  const starts = [from]
  // It drops the line feed that begins a `pre`,
  const [lineEnd] = /^\r?\n|^\r/.exec(source.slice(from, from + 2)) ?? []
  if (lineEnd) starts.push(from + lineEnd.length)
  // and a reference after such a line feed is taken to belong to that.
  const [reference] =
    /&#?[\da-z]*$/i.exec(source.slice(Math.max(0, from - LONGEST_REFERENCE), from)) ?? []
  if (reference) starts.push(from - reference.length)
  return starts
}

const LONGEST_REFERENCE = 40

/**
 * A line feed that the parser takes instead of the one that a new text begins with: it drops the first in these
 * elements, and makes one of it and a carriage return.
 */
function keptLineFeed(source: string, { at, element, isFirst }: HtmlText, text: string): string {
  const isDropped = isFirst && ['pre', 'listing', 'textarea'].includes(element)
  return text.startsWith('\n') && (isDropped || source[at - 1] === '\r') ? '\n' : ''
}

/** The source of a text with edits made: what they leave stays as it is written. */
function withEdits(source: string, { text, differences }: Decoded, edits: readonly Edit[]): string {
  let index = 0
  /** How far the source is ahead of the text. */
  let ahead = 0

  /** The source of `[from, to)`; of a reference that stays in part, the part. */
  function kept(from: number, to: number): string {
    let written = ''
    let at = from
    while (at < to) {
      const next = differences[index]
      if (!next || next.start >= to) return written + source.slice(at + ahead, to + ahead)
      if (at < next.start) written += source.slice(at + ahead, next.start + ahead)
      at = Math.max(at, next.start)
      const stop = Math.min(next.end, to)
      const isWhole = at === next.start && stop === next.end
      written += isWhole ? source.slice(next.from, next.to) : encodeText(text.slice(at, stop))
      at = stop
      if (at === next.end) pass()
    }
    return written
  }

  function pass(): void {
    const passed = differences[index]
    if (!passed) return
    ahead = passed.to - passed.end
    index += 1
  }

  let written = ''
  let at = 0
  for (const edit of edits) {
    written += sealed(kept(at, edit.start)) + encodeText(edit.text)
    at = edit.end
    for (let next = differences[index]; next && next.end <= at; next = differences[index]) pass()
  }
  return written + kept(at, text.length)
}
