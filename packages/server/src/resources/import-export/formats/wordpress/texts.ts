import { escapeAttribute } from 'entities'

import { withParagraphs } from './paragraphs.ts'
import { detach } from './wxr-items.ts'

/** A picture of a gallery. */
export interface GalleryPicture {
  readonly url: string
  readonly alt: string
  readonly caption: string
}

interface TextOptions {
  /** Whether the comments that delimit blocks stay. */
  readonly keepsBlocks: boolean
  /** Returns the pictures with these ids or, without ids, those that were uploaded to a post. */
  picturesOf(ids: readonly string[] | undefined, postId: string): readonly GalleryPicture[]
  /** Returns the text of a shared block, by its id. */
  sharedBlock?(id: string): string | undefined
}

/** Maximum number of names that are counted, and that a warning lists. */
const MAX_NAMES = 1000
const MAX_LISTED_NAMES = 50

const SHORTCODE = /\[([a-z][\w-]*)(\s[^[\]]*)?\]/gi
/** Matches shortcodes that become HTML. */
const KNOWN = /(?<!\[)\[(gallery|caption|wp_caption|embed|audio|video)(\s[^[\]]*)?\]/gi
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g
const BLOCK_NAME = /^<!--\s+wp:([a-z][\w/-]*)/i
const BLOCK = /^<!--\s+\/?wp:[a-z]/i
/** Matches the comment that refers to a shared block. */
const SHARED_BLOCK = /<!--\s+wp:block\s+\{[^{}]*?"ref":\s*(\d+)[^]*?\/-->/g
/** Maximum depth of nested blocks, and maximum characters of a text with all of them. */
const MAX_DEPTH = 8
const MAX_TEXT_LENGTH = 8 * 2 ** 20
const EDITOR_MARK = /^<!--\s*(?:more\b.*|nextpage|noteaser)\s*-->$/is

/** Converts the texts of posts to HTML without markup of WordPress. */
export function createTexts({ keepsBlocks, picturesOf, sharedBlock }: TextOptions) {
  const shortcodes = new Map<string, number>()
  const lostBlocks = new Map<string, number>()

  function toHtml(source: string, postId: string): string {
    if (source.trim() === '') return ''
    const expandedText = withSharedBlocks(source)
    const hasBlocks = /<!--\s+wp:/.test(expandedText)
    if (hasBlocks && keepsBlocks) {
      listShortcodes(expandedText)
      return expandedText
    }
    const html = withHtml(withoutComments(expandedText), postId)
    listShortcodes(html)
    return hasBlocks ? html.replaceAll(/\n{3,}/g, '\n\n').trim() : withParagraphs(html)
  }

  /** Inserts the shared blocks. A block that the export lacks leaves its comment. */
  function withSharedBlocks(text: string, depth = 0): string {
    if (!text.includes('wp:block ') || depth >= MAX_DEPTH) return text
    let length = text.length
    return text.replaceAll(SHARED_BLOCK, (comment, id: string) => {
      const block = sharedBlock?.(id)
      if (block === undefined) return comment
      const expanded = withSharedBlocks(block, depth + 1)
      length += expanded.length
      return length > MAX_TEXT_LENGTH ? comment : expanded
    })
  }

  /** Removes the comments that delimit blocks and pages. */
  function withoutComments(text: string): string {
    let clean = ''
    let at = 0
    for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', at)) {
      const end = text.indexOf('-->', start)
      if (end < 0) break
      const comment = text.slice(start, end + 3)
      clean += text.slice(at, start)
      at = end + 3
      const [, block] = BLOCK_NAME.exec(comment) ?? []
      if (block !== undefined && comment.endsWith('/-->') && !/^(?:more|nextpage)$/.test(block))
        countIn(lostBlocks, block)
      if (!BLOCK.test(comment) && !EDITOR_MARK.test(comment)) clean += comment
    }
    return clean + text.slice(at)
  }

  /** Converts the shortcodes of WordPress itself to HTML. */
  function withHtml(text: string, postId: string): string {
    if (!text.includes('[')) return text
    const unclosed = new Set<string>()
    let html = ''
    let at = 0
    for (const { 0: tag, 1: name = '', 2: rest = '', index } of text.matchAll(KNOWN)) {
      if (index < at) continue
      const close = `[/${name}]`
      const from = index + tag.length
      const mayClose = name.toLowerCase() !== 'gallery' && !unclosed.has(name)
      const end = mayClose ? text.indexOf(close, from) : -1
      if (end < 0) unclosed.add(name)
      const inner = end < 0 ? '' : text.slice(from, end)
      const element = elementOf(name.toLowerCase(), attributesOf(rest), inner.trim(), postId)
      if (element === undefined) continue
      html += `${text.slice(at, index)}\n\n${element}\n\n`
      at = end < 0 ? from : end + close.length
    }
    return html + text.slice(at)
  }

  function elementOf(
    name: string,
    attributes: ReadonlyMap<string, string>,
    inner: string,
    postId: string,
  ): string | undefined {
    if (name === 'gallery') {
      const ids = attributes.get('ids') ?? attributes.get('include')
      const pictures = picturesOf(ids?.split(/[\s,]+/), postId)
      if (pictures.length === 0) return undefined
      return pictures
        .map(({ url, alt, caption }) =>
          figure(`<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}">`, caption),
        )
        .join('\n')
    }
    if (name === 'embed') {
      if (!/^https?:\/\/[^\s<>"]+$/.test(inner)) return undefined
      return `<p><a href="${inner}">${inner}</a></p>`
    }
    if (name === 'audio' || name === 'video') {
      const source = [...attributes].find(
        ([key, value]) =>
          /^(?:src|mp3|m4a|ogg|wav|flac|mp4|m4v|webm|ogv)$/.test(key) &&
          /^(?:https?:)?\//.test(value),
      )
      return source && `<${name} src="${escapeAttribute(source[1])}" controls></${name}>`
    }
    const [picture] = /^(?:<a\s[^<>]*>)?\s*<img\s[^<>]*>\s*(?:<\/a>)?/i.exec(inner) ?? []
    if (picture === undefined) return undefined
    return figure(picture, inner.slice(picture.length).trim() || (attributes.get('caption') ?? ''))
  }

  /** Counts the shortcodes that stay. Words in brackets are not shortcodes. */
  function listShortcodes(text: string): void {
    if (!text.includes('[')) return
    const closed = new Set(Array.from(text.matchAll(/\[\/([\w-]+)\]/g), ([, name]) => name))
    for (const [, name = '', rest = ''] of text.matchAll(SHORTCODE)) {
      const isShortcode = rest.includes('=') || /[_-]/.test(name) || closed.has(name)
      if (!isShortcode) continue
      countIn(shortcodes, `[${name.toLowerCase()}]`)
    }
  }

  return {
    toHtml,
    /** Returns warnings about what was left out of texts, and what stays in them. */
    warnings(): string[] {
      return [
        ...(lostBlocks.size > 0
          ? [`Blocks that have no HTML in the export are left out: ${listOf(lostBlocks)}.`]
          : []),
        ...(shortcodes.size > 0 ? [`Shortcodes stay in texts: ${listOf(shortcodes)}.`] : []),
      ]
    },
  }
}

function countIn(counts: Map<string, number>, name: string): void {
  if (counts.has(name) || counts.size < MAX_NAMES)
    counts.set(detach(name), (counts.get(name) ?? 0) + 1)
}

/** Lists the most frequent names, with their counts. */
function listOf(counts: ReadonlyMap<string, number>): string {
  const names = [...counts].toSorted(([, a], [, b]) => b - a)
  const first = names
    .slice(0, MAX_LISTED_NAMES)
    .map(([name, count]) => (count > 1 ? `${name} (${count})` : name))
  return [...first, ...(names.length > MAX_LISTED_NAMES ? ['…'] : [])].join(', ')
}

const figure = (picture: string, caption: string): string =>
  `<figure>${picture}${caption && `<figcaption>${caption}</figcaption>`}</figure>`

const attributesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(text.matchAll(ATTRIBUTE), ([, key = '', double, single, unquoted]) => [
      key.toLowerCase(),
      double ?? single ?? unquoted ?? '',
    ]),
  )
