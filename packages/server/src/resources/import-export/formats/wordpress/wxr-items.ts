import { decodeHTML } from 'entities'

import { decodePart } from '../links.ts'
import { textIn, type WxrElement } from './wxr-elements.ts'

/** An item of an export: a post of any type, or an attachment. */
export interface WxrItem {
  /** Number of the post; in old files without numbers, its address. */
  readonly id: string
  readonly postType: string
  readonly title: string
  readonly name: string
  readonly status: string
  readonly link: string
  readonly author: string
  readonly content: string
  readonly excerpt: string
  readonly password: string
  /** ISO 8601; empty if there is none. */
  readonly date: string
  readonly modified: string
  readonly menuOrder: number
  readonly isSticky: boolean
  /** Id of its parent. */
  readonly parent: string | undefined
  readonly attachmentUrl: string
  readonly meta: readonly MetaEntry[]
  readonly terms: readonly ItemTerm[]
  readonly comments: readonly WxrElement[]
}

export type MetaEntry = readonly [key: string, value: string]

export interface ItemTerm {
  readonly taxonomy: string
  readonly slug: string
  readonly name: string
}

/** A category, a tag or a term of any taxonomy. */
export interface WxrTerm extends ItemTerm {
  readonly termId: string
  readonly description: string
  /** Slug of its parent. */
  readonly parent: string
  readonly meta: readonly MetaEntry[]
}

export function readItem(element: WxrElement): WxrItem {
  const text = (name: string) => textIn(element, name)
  const link = text('link')
  const attachmentUrl = text('wp:attachment_url')
  return {
    id: text('wp:post_id') || text('guid') || link || text('title'),
    postType: text('wp:post_type') || (attachmentUrl ? 'attachment' : 'post'),
    title: plainText(text('title')).slice(0, 1000),
    name: text('wp:post_name'),
    status: text('wp:status') || 'publish',
    link,
    author: text('dc:creator'),
    content: text('content:encoded'),
    excerpt: text('excerpt:encoded'),
    password: text('wp:post_password'),
    date:
      timeOf(text('wp:post_date_gmt')) || timeOf(text('wp:post_date')) || timeOf(text('pubDate')),
    modified: timeOf(text('wp:post_modified_gmt')) || timeOf(text('wp:post_modified')),
    menuOrder: Number(text('wp:menu_order')) || 0,
    isSticky: text('wp:is_sticky') === '1',
    parent: numberOf(text('wp:post_parent')),
    attachmentUrl,
    meta: metaOf(element, 'wp:postmeta'),
    terms: termsOf(element),
    comments: element.children.filter(({ name }) => name === 'wp:comment'),
  }
}

export function readTerm(element: WxrElement): WxrTerm {
  const text = (...names: string[]) =>
    names.map((name) => textIn(element, name)).find((one) => one !== '') ?? ''
  const taxonomies: Record<string, string> = { 'wp:category': 'category', 'wp:tag': 'post_tag' }
  const name = plainText(text('wp:cat_name', 'wp:tag_name', 'wp:term_name'))
  const slug = text('wp:category_nicename', 'wp:tag_slug', 'wp:term_slug')
  return {
    taxonomy: taxonomies[element.name] ?? text('wp:term_taxonomy'),
    slug: decodePart(slug || name),
    name: name || slug,
    termId: text('wp:term_id'),
    description: text('wp:category_description', 'wp:tag_description', 'wp:term_description'),
    parent: decodePart(text('wp:category_parent', 'wp:term_parent')),
    meta: metaOf(element, 'wp:termmeta'),
  }
}

/** Returns the terms of an item. Old files write each term twice, once without its slug. */
function termsOf({ children }: WxrElement): ItemTerm[] {
  const all = children
    .filter(({ name, text }) => name === 'category' && text.trim() !== '')
    .map(({ attributes: { domain = 'category', nicename = '' }, text }) => ({
      taxonomy: domain === 'tag' ? 'post_tag' : domain,
      slug: decodePart(nicename),
      name: plainText(text),
    }))
  const titles = new Set(all.flatMap(({ slug, name }) => (slug === '' ? [] : [name])))
  const distinct = new Map<string, ItemTerm>()
  for (const term of all) {
    if (term.slug === '' && titles.has(term.name)) continue
    const slug = term.slug || term.name.toLowerCase()
    distinct.set(`${term.taxonomy} ${slug}`, { ...term, slug })
  }
  return [...distinct.values()]
}

const metaOf = ({ children }: WxrElement, kind: string): MetaEntry[] =>
  children
    .filter(({ name }) => name === kind)
    .map((one) => [textIn(one, 'wp:meta_key'), textIn(one, 'wp:meta_value')])

/** Returns the plain text of HTML such as a title. */
export const plainText = (html: string): string =>
  decodeHTML(html.replaceAll(/<\/?[a-z][^<>]*>/gi, ''))
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * Converts a time of the database, which is interpreted as UTC, or of RFC 822 to ISO 8601.
 * @returns '' if there is no time, which WordPress writes as year 0
 */
export function timeOf(raw: string): string {
  if (raw === '' || /^(?:0000|-)|-00-|^\d{4}-\d\d-00/.test(raw)) return ''
  const isLocal = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?$/.test(raw)
  const date = new Date(isLocal ? `${raw.replace(' ', 'T')}Z` : raw)
  const isTime = !Number.isNaN(date.getTime()) && date.getUTCFullYear() > 1
  return isTime ? date.toISOString() : ''
}

/** Returns a positive whole number as text; undefined for anything else. */
const numberOf = (raw: string): string | undefined => (/^[1-9]\d*$/.test(raw) ? raw : undefined)

/**
 * Returns a copy of a text that is kept: V8 keeps a whole text in memory for a part of it, unless the part is short.
 */
export const detach = (text: string): string =>
  text.length < 13 ? text : Buffer.from(text).toString()
