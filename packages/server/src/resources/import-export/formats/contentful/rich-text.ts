import { linkToObject } from '@typecase/contract/object-links'
import { escapeAttribute, escapeText } from 'entities'

import { listOf, type Row, rowOf, textOf } from '../rows.ts'
import { isSafeAddress } from '../links.ts'
import { linkedId } from './links.ts'

/** The entries and assets that nodes of a text refer to. */
export interface TextTargets {
  /** @returns undefined for an entry that is not imported */
  entry(id: string): { readonly id: string; readonly title: string } | undefined
  asset(id: string): TextAsset | undefined
  /** Called for a node that has no equivalent in HTML. */
  onUnknown(type: string): void
}

export interface TextAsset {
  readonly url: string
  readonly type: string
  readonly title: string
  readonly alt: string
}

const ELEMENTS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  'heading-1': 'h1',
  'heading-2': 'h2',
  'heading-3': 'h3',
  'heading-4': 'h4',
  'heading-5': 'h5',
  'heading-6': 'h6',
  'ordered-list': 'ol',
  'unordered-list': 'ul',
  'list-item': 'li',
  blockquote: 'blockquote',
  table: 'table',
  'table-row': 'tr',
  'table-cell': 'td',
  'table-header-cell': 'th',
}

/** Elements of marks, from the innermost to the outermost. */
const MARKS: Readonly<Record<string, string>> = {
  code: 'code',
  superscript: 'sup',
  subscript: 'sub',
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strikethrough: 's',
}

/** Converts a rich text to HTML. Entries and assets in it become links, except for assets that HTML can show. */
export function richTextToHtml(document: unknown, targets: TextTargets): string {
  // The editor always adds an empty paragraph at the end.
  return childrenOf(rowOf(document), targets).replace(/(?:<p><\/p>)+$/, '')
}

const childrenOf = ({ content }: Row, targets: TextTargets): string =>
  listOf(content)
    .map((node) => nodeToHtml(rowOf(node), targets))
    .join('')

function nodeToHtml(node: Row, targets: TextTargets): string {
  const type = textOf(node['nodeType'])
  const { target, uri } = rowOf(node['data'])
  const element = ELEMENTS[type]
  if (element) return `<${element}>${childrenOf(node, targets)}</${element}>`
  switch (type) {
    case 'text':
      return textToHtml(node)
    case 'hr':
      return '<hr>'
    case 'hyperlink':
      return link(isSafeAddress(textOf(uri)) ? textOf(uri) : undefined, childrenOf(node, targets))
    case 'entry-hyperlink': {
      const entry = entryOf(target, targets)
      return link(entry && linkToObject(entry.id), childrenOf(node, targets))
    }
    case 'asset-hyperlink':
      return link(assetOf(target, targets)?.url, childrenOf(node, targets))
    case 'embedded-entry-inline':
    case 'embedded-entry-block': {
      const entry = entryOf(target, targets)
      if (!entry) return ''
      const html = link(linkToObject(entry.id), escapeText(entry.title))
      return type === 'embedded-entry-block' ? `<p>${html}</p>` : html
    }
    case 'embedded-asset-block':
      return assetToHtml(assetOf(target, targets))
    case 'document':
      return childrenOf(node, targets)
    default:
      targets.onUnknown(type)
      return childrenOf(node, targets)
  }
}

function textToHtml({ value, marks }: Row): string {
  const types = new Set(listOf(marks).map((mark) => textOf(rowOf(mark)['type'])))
  return Object.entries(MARKS).reduce(
    (html, [type, element]) => (types.has(type) ? `<${element}>${html}</${element}>` : html),
    escapeText(textOf(value)).replaceAll('\n', '<br>'),
  )
}

function assetToHtml(asset: TextAsset | undefined): string {
  if (!asset) return ''
  const src = escapeAttribute(asset.url)
  if (asset.type.startsWith('image/'))
    return `<p><img src="${src}" alt="${escapeAttribute(asset.alt)}"></p>`
  if (asset.type.startsWith('video/')) return `<video src="${src}" controls></video>`
  if (asset.type.startsWith('audio/')) return `<audio src="${src}" controls></audio>`
  return `<p>${link(asset.url, escapeText(asset.title))}</p>`
}

const link = (href: string | undefined, html: string): string =>
  href === undefined ? html : `<a href="${escapeAttribute(href)}">${html}</a>`

function entryOf(target: unknown, targets: TextTargets) {
  const id = linkedId(target, 'Entry')
  return id === undefined ? undefined : targets.entry(id)
}

function assetOf(target: unknown, targets: TextTargets) {
  const id = linkedId(target, 'Asset')
  return id === undefined ? undefined : targets.asset(id)
}
