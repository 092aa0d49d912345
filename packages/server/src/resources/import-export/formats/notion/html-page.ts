import type { DefaultTreeAdapterTypes } from 'parse5'

import { onFirstUse } from '../../../../on-first-use.ts'
import { dayIn } from './days.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element
type Parent = DefaultTreeAdapterTypes.ParentNode

/** A page of an export as HTML. */
export interface HtmlPage {
  readonly title: string
  /** Address of the picture above the page. */
  readonly cover: string
  readonly properties: ReadonlyMap<string, HtmlProperty>
  /** HTML without Notion's styles. */
  readonly body: string
  /** Whether the page is the table of a database, whose rows are separate pages. */
  readonly isDatabase: boolean
}

interface HtmlProperty {
  /** Notion's name of the kind: `multi_select`. */
  readonly kind: string
  /** Undefined if empty. */
  readonly value: unknown
}

/** Maximum depth of nested elements. Notion nests a page in a list in a toggle, but not more. */
const DEEPEST = 400
const TAG = /<(\/?)([a-z][a-z0-9]*)\b[^>]*?(\/?)>/gi
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i
const REMOVED_ELEMENTS = new Set(['style', 'script', 'link', 'meta'])

/**
 * Reads a page of an export as HTML.
 * @returns undefined for a text that is not a page of Notion, or is nested too deeply
 */
export function readHtmlPage(text: string): HtmlPage | undefined {
  if (!text.includes('page-title') || isTooDeep(text)) return undefined
  const document = onFirstUse.parse5.parse(text)
  const article = first(document, ({ tagName }) => tagName === 'article')
  const heading = article && first(article, hasClass('page-title'))
  const content = article && first(article, hasClass('page-body'))
  if (!article || !heading) return undefined
  const cover = first(article, hasClass('page-cover-image'))
  const table = first(
    article,
    ({ tagName, attrs }) => tagName === 'table' && classesIn(attrs).includes('properties'),
  )
  const elements = (content?.childNodes ?? []).filter(isElement)
  return {
    title: words(heading),
    cover: cover ? attribute(cover, 'src') : '',
    properties: table ? propertiesIn(table) : new Map(),
    body: content ? bodyOf(content) : '',
    isDatabase: elements.length > 0 && elements.every(hasClass('collection-content')),
  }
}

/** Whether elements are nested more deeply than in any page, since an HTML parser takes very long for them. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [, slash, name = '', end] of text.matchAll(TAG)) {
    if (end !== '' || VOID.test(name)) continue
    depth += slash === '' ? 1 : -1
    if (depth > DEEPEST) return true
  }
  return false
}

function propertiesIn(table: Element): Map<string, HtmlProperty> {
  const properties = new Map<string, HtmlProperty>()
  for (const row of all(table, ({ tagName }) => tagName === 'tr')) {
    const [head, cell] = row.childNodes.filter(isElement)
    const kind = /property-row-(\w+)/.exec(attribute(row, 'class'))?.[1] ?? 'text'
    const name = head ? words(head) : ''
    if (cell && name !== '') properties.set(name, { kind, value: valueIn(kind, cell) })
  }
  return properties
}

function valueIn(kind: string, cell: Element): unknown {
  if (kind === 'checkbox') return first(cell, hasClass('checkbox-on')) !== undefined
  if (kind === 'multi_select') return textsOf(all(cell, hasClass('selected-value')))
  if (kind === 'relation' || kind === 'file') {
    const links = all(cell, ({ tagName }) => tagName === 'a' || tagName === 'img')
    const addresses = links.map((link) => attribute(link, 'href') || attribute(link, 'src'))
    return addresses.length > 0 ? [...new Set(addresses)] : undefined
  }
  const time = first(cell, ({ tagName }) => tagName === 'time')
  const day = time ? attribute(time, 'datetime').slice(0, 10) : ''
  return propertyValue(kind, day || words(cell))
}

/** Parses the value of a property by its kind, from the single text that tables have for it. */
export function propertyValue(kind: string, raw: string): unknown {
  const text = raw.trim()
  if (kind === 'checkbox') return text === 'Yes'
  if (text === '' || kind === 'relation' || kind === 'file') return undefined
  if (kind === 'multi_select') return text.split(',').map((one) => one.trim())
  if (kind === 'number') {
    const number = text.replaceAll(',', '')
    return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(number) ? Number(number) : text
  }
  return /^(?:date|created_time|last_edited_time)$/.test(kind)
    ? (dayIn(text.replace(/^@/, '')) ?? text)
    : text
}

const textsOf = (elements: readonly Element[]): string[] | undefined => {
  const texts = elements.map(words).filter(Boolean)
  return texts.length > 0 ? texts : undefined
}

function bodyOf(content: Element): string {
  content.childNodes = content.childNodes.flatMap(clean)
  return onFirstUse.parse5.serialize(content).trim()
}

/** Removes styles, ids and frames from a part of a page; the checkboxes of tasks become characters. */
function clean(node: Node): Node[] {
  if (!isElement(node)) return node.nodeName === '#text' ? [node] : []
  if (REMOVED_ELEMENTS.has(node.tagName)) return []
  if (hasClass('checkbox')(node)) return [textNode(hasClass('checkbox-on')(node) ? '☑ ' : '☐ ')]
  const isFrame = node.tagName === 'div' && /display:\s*contents/.test(attribute(node, 'style'))
  node.childNodes = node.childNodes.flatMap(clean)
  if (isFrame) return node.childNodes
  const language = classesIn(node.attrs).find((name) => name.startsWith('language-'))
  node.attrs = [
    ...node.attrs.filter(({ name }) => !/^(?:id|class|style|data-.*|on.*)$/.test(name)),
    ...(language === undefined ? [] : [{ name: 'class', value: language }]),
  ]
  return [node]
}

const textNode = (value: string): DefaultTreeAdapterTypes.TextNode => ({
  nodeName: '#text',
  value,
  parentNode: null,
})

const isElement = (node: Node): node is Element => 'tagName' in node
const attribute = ({ attrs }: Element, name: string): string =>
  attrs.find((one) => one.name === name)?.value ?? ''
const classesIn = (attrs: Element['attrs']): string[] =>
  (attrs.find(({ name }) => name === 'class')?.value ?? '').split(/\s+/)
const hasClass =
  (name: string) =>
  ({ attrs }: Element): boolean =>
    classesIn(attrs).includes(name)

/** Returns the matching elements, in document order. */
function all(parent: Parent, fits: (element: Element) => boolean): Element[] {
  return parent.childNodes
    .filter(isElement)
    .flatMap((one) => [...(fits(one) ? [one] : []), ...all(one, fits)])
}
const first = (parent: Parent, fits: (element: Element) => boolean): Element | undefined =>
  all(parent, fits)[0]

function words(node: Node): string {
  const texts = (one: Node): string =>
    'value' in one ? one.value : isElement(one) ? one.childNodes.map(texts).join('') : ''
  return texts(node).replaceAll(/\s+/g, ' ').trim()
}
