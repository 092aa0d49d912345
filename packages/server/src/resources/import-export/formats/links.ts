import { linkToObject } from '@typecase/contract/object-links'
import { decodeHTMLAttribute, encodeXML } from 'entities'

import type { ForeignBucket } from './format.ts'

/** Matches addresses in attributes of HTML. */
const IN_HTML = /(\s(?:href|src|poster)\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi
/** Matches pictures, which may name other sizes of themselves. */
const WITH_SIZES = /<img\b[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>/gi
const SIZES = /\s(?:srcset|sizes)\s*=\s*(?:"[^"]*"|'[^']*')/gi
/** Matches the targets of links and pictures in Markdown. */
const IN_MARKDOWN = /(\]\(\s*<?)([^\s<>)]+)/g

interface Linking {
  readonly resolve: NonNullable<ForeignBucket['resolve']>
  /** The new address of a media; undefined if `address` remains valid. */
  addressOf(media: string, address: string): string | undefined
  /** Called with an address on the site that leads to nothing in the export. */
  onMissing(address: string): void
}

/**
 * Creates a function that points the links and pictures in texts to the objects and media of an import. It accepts any
 * value, and descends into groups and lists.
 */
export function createLinkRewriter({ resolve, addressOf, onMissing }: Linking) {
  function target(address: string): string | undefined {
    const to = resolve(address)
    if (to === undefined) return undefined
    if ('missing' in to) {
      onMissing(address)
      return undefined
    }
    return 'object' in to ? linkToObject(to.object) : addressOf(to.media, address)
  }

  const rewriteAttributes = (html: string): string =>
    html.replace(IN_HTML, (match, before: string, double?: string, single?: string) => {
      const to = target(decodeHTMLAttribute(double ?? single ?? ''))
      return to === undefined ? match : `${before}"${encodeXML(to)}"`
    })

  /** Rewrites the addresses in HTML. A picture with a new address loses its other sizes, which have old addresses. */
  function rewriteHtml(html: string): string {
    let next = ''
    let at = 0
    for (const { 0: picture, index } of html.matchAll(WITH_SIZES)) {
      const rewritten = rewriteAttributes(picture)
      next += rewriteAttributes(html.slice(at, index))
      next += rewritten === picture ? picture : rewritten.replaceAll(SIZES, '')
      at = index + picture.length
    }
    return next + rewriteAttributes(html.slice(at))
  }

  function rewriteText(text: string): string {
    let next = text.includes('<') ? rewriteHtml(text) : text
    if (text.includes(']('))
      next = next.replace(IN_MARKDOWN, (match, before: string, address: string) => {
        const to = target(address)
        return to === undefined ? match : before + to
      })
    return next
  }

  return function rewrite(value: unknown): unknown {
    if (typeof value === 'string') return rewriteText(value)
    if (Array.isArray(value)) return value.map(rewrite)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rewrite(inner)]))
  }
}

/** Whether an address has no scheme, or one that runs no code. */
export const isSafeAddress = (address: string): boolean =>
  /^(?:https?:|mailto:|tel:|[/?#.]|[^:]*$)/i.test(address.trim())

/** Decodes a part of an address; returns it unchanged if its escapes are damaged. */
export function decodePart(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Returns the path of an address on its site, in the same spelling for all addresses that mean the same. */
export const pathOf = ({ pathname }: URL): string =>
  decodePart(pathname).replace(/\/+$/, '').toLowerCase()
