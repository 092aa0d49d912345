import { isRecord } from '@typecase/contract/field-values/value-check'

import { listOf, type Row, rowOf, textOf } from '../rows.ts'
import { asHtml, cardToHtml, imageCard, linkTo } from './cards.ts'

/** Elements of text sections; `aside` and `pull-quote` are styles of a quote. */
const SECTIONS: Readonly<Record<string, readonly [start: string, end: string]>> = {
  ...Object.fromEntries(
    ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, [`<${tag}>`, `</${tag}>`]]),
  ),
  ...Object.fromEntries(
    ['blockquote', 'aside', 'pull-quote'].map((tag) => [
      tag,
      ['<blockquote><p>', '</p></blockquote>'],
    ]),
  ),
}
/** Elements within a text. */
const MARKUPS: Readonly<Record<string, string>> = {
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  u: 'u',
  s: 's',
  del: 's',
  strike: 's',
  code: 'code',
  sub: 'sub',
  sup: 'sup',
  mark: 'mark',
}
/** Maximum characters of a text: it refers to its parts by number, so a malicious one can repeat them endlessly. */
const MAX_TEXT_LENGTH = 8 * 2 ** 20

/**
 * Converts a text of the editor of Ghost 1 to 4, in version 0.3 of Mobiledoc, to HTML.
 * @param onUnknown called for a part that has no equivalent in HTML; only its words are kept
 * @returns undefined for an unreadable text
 */
export function mobiledocToHtml(
  json: string,
  onUnknown: (type: string) => void,
): string | undefined {
  const document = documentOf(json)
  if (!document) return undefined
  const markups = listOf(document['markups']).map(markupOf)
  const atoms = listOf(document['atoms']).map(listOf)
  const cards = listOf(document['cards']).map(listOf)
  let room = MAX_TEXT_LENGTH
  const blocks: string[] = []
  for (const section of listOf(document['sections'])) {
    if (room < 0) break
    blocks.push(withinRoom(sectionToHtml(listOf(section))))
  }
  if (room < 0) onUnknown('longer than 8 MB')
  // The editor always adds an empty paragraph at the end.
  while (blocks.at(-1) === '<p></p>') blocks.pop()
  return blocks.join('')

  function withinRoom(html: string): string {
    room -= html.length
    return room < 0 ? '' : html
  }

  function sectionToHtml([kind, first, second]: readonly unknown[]): string {
    switch (kind) {
      case 1: {
        const tag = textOf(first).toLowerCase()
        if (!Object.hasOwn(SECTIONS, tag)) onUnknown(tag)
        const [start = '<p>', end = '</p>'] = Object.hasOwn(SECTIONS, tag)
          ? (SECTIONS[tag] ?? [])
          : []
        return start + wordsOf(second) + end
      }
      case 2:
        return imageCard({ src: first })
      case 3: {
        const element = textOf(first).toLowerCase() === 'ol' ? 'ol' : 'ul'
        const items = listOf(second).map((markers) => `<li>${wordsOf(markers)}</li>`)
        return `<${element}>${items.join('')}</${element}>`
      }
      case 10: {
        const [name, card] = cards[Number(first)] ?? []
        const html = cardToHtml(textOf(name), rowOf(card))
        if (html === undefined) onUnknown(textOf(name))
        return html ?? ''
      }
      default:
        onUnknown(`section ${String(kind).slice(0, 20)}`)
        return ''
    }
  }

  /** Converts markers, which open and close elements around their words. */
  function wordsOf(markers: unknown): string {
    const open: Markup[] = []
    const parts: string[] = []
    for (const [kind, opened, closed, content] of listOf(markers).map(listOf)) {
      if (room < 0) break
      for (const index of listOf(opened)) {
        const markup = markups[Number(index)] ?? NO_MARKUP
        if (markup.unknown !== undefined) onUnknown(markup.unknown)
        open.push(markup)
        parts.push(withinRoom(markup.start))
      }
      parts.push(withinRoom(kind === 1 ? atomToHtml(content) : asHtml(textOf(content))))
      const count = typeof closed === 'number' ? Math.min(closed, open.length) : 0
      for (let n = 0; n < count; n += 1) parts.push(open.pop()?.end ?? '')
    }
    // An unclosed element ends with its section.
    return (
      parts.join('') +
      open
        .map(({ end }) => end)
        .toReversed()
        .join('')
    )
  }

  function atomToHtml(index: unknown): string {
    const [name, words] = atoms[Number(index)] ?? []
    if (name === 'soft-return') return '<br>'
    if (name !== 'zwnj') onUnknown(textOf(name))
    return asHtml(textOf(words))
  }
}

interface Markup {
  readonly start: string
  readonly end: string
  /** The name of a markup that has no equivalent in HTML. */
  readonly unknown?: string
}
const NO_MARKUP: Markup = { start: '', end: '' }

/** Reads a markup: `["strong"]`, or `["a", ["href", "https://…"]]`. */
function markupOf(markup: unknown): Markup {
  const [written, attributes] = listOf(markup)
  const tag = textOf(written).toLowerCase()
  if (tag === 'a') {
    const values = listOf(attributes)
    const html = linkTo(values[values.indexOf('href') + 1], '')
    return html === '' ? NO_MARKUP : { start: html.slice(0, -'</a>'.length), end: '</a>' }
  }
  const element = Object.hasOwn(MARKUPS, tag) ? MARKUPS[tag] : undefined
  return element === undefined
    ? { ...NO_MARKUP, unknown: tag }
    : { start: `<${element}>`, end: `</${element}>` }
}

function documentOf(json: string): Row | undefined {
  try {
    const document: unknown = JSON.parse(json)
    return isRecord(document) && Array.isArray(document['sections']) ? document : undefined
  } catch {
    return undefined
  }
}
