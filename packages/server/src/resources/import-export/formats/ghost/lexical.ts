import { isRecord } from '@typecase/contract/field-values/value-check'

import { listOf, type Row, rowOf, textOf } from '../rows.ts'
import { asHtml, cardToHtml, linkTo } from './cards.ts'

/** Bits in the format of a text, from the innermost element to the outermost. */
const FORMATS: readonly (readonly [bit: number, element: string])[] = [
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [1, 'strong'],
  [2, 'em'],
  [8, 'u'],
  [4, 's'],
  [128, 'mark'],
]
const TEXTS = new Set(['text', 'extended-text', 'tab', 'tk'])
/** Nodes that help the editor and have no content. */
const HELPERS = new Set(['zwnj', 'at-link', 'at-link-search'])
/** Maximum depth of nested nodes; texts that people write stay below it. */
const MAX_DEPTH = 100

/**
 * Converts a text of the editor of Ghost 5 and newer to HTML.
 * @param onUnknown called for a node that has no equivalent in HTML; only its inner nodes are kept
 * @returns undefined for an unreadable text
 */
export function lexicalToHtml(json: string, onUnknown: (type: string) => void): string | undefined {
  const root = rootOf(json)
  if (!root) return undefined
  const blocks = listOf(root['children']).map((node) => nodeToHtml(rowOf(node), 1))
  // The editor always adds an empty paragraph at the end.
  while (blocks.at(-1) === '<p></p>') blocks.pop()
  return blocks.join('')

  function nodeToHtml(node: Row, depth: number): string {
    const type = textOf(node['type'])
    if (depth > MAX_DEPTH) {
      onUnknown('nested too deep')
      return ''
    }
    const inner = () =>
      listOf(node['children'])
        .map((child) => nodeToHtml(rowOf(child), depth + 1))
        .join('')
    if (TEXTS.has(type)) return textToHtml(node)
    if (HELPERS.has(type)) return ''
    switch (type) {
      case 'paragraph':
        return `<p>${inner()}</p>`
      case 'heading':
      case 'extended-heading': {
        const tag = /^h[1-6]$/.test(textOf(node['tag'])) ? textOf(node['tag']) : 'h2'
        return `<${tag}>${inner()}</${tag}>`
      }
      case 'quote':
      case 'extended-quote':
      case 'aside':
        return `<blockquote><p>${inner()}</p></blockquote>`
      case 'linebreak':
        return '<br>'
      case 'link':
      case 'autolink':
        return linkTo(node['url'], inner())
      case 'list':
        return listToHtml(node, depth)
      case 'listitem':
        return inner()
      default: {
        const card = cardToHtml(type, node)
        if (card === undefined) onUnknown(type)
        return card ?? inner()
      }
    }
  }

  /** Converts a list. Lexical stores a nested list as a separate item; in HTML it belongs to the item before it. */
  function listToHtml({ children, listType, tag, start }: Row, depth: number): string {
    const items: string[] = []
    for (const item of listOf(children).map(rowOf)) {
      const html = nodeToHtml(item, depth + 1)
      const parts = listOf(item['children']).map(rowOf)
      const isList = parts.length > 0 && parts.every(({ type }) => type === 'list')
      if (isList && items.length > 0) items.push((items.pop() ?? '') + html)
      else items.push(html)
    }
    const element = listType === 'number' || tag === 'ol' ? 'ol' : 'ul'
    const isLater = element === 'ol' && Number.isSafeInteger(start) && start !== 1
    const first = isLater ? ` start="${String(start)}"` : ''
    return `<${element}${first}>${items.map((item) => `<li>${item}</li>`).join('')}</${element}>`
  }
}

function rootOf(json: string): Row | undefined {
  try {
    const { root } = rowOf(JSON.parse(json))
    return isRecord(root) && Array.isArray(root['children']) ? root : undefined
  } catch {
    return undefined
  }
}

function textToHtml({ text, format }: Row): string {
  const html = asHtml(textOf(text))
  const bits = typeof format === 'number' && html !== '' ? format : 0
  return FORMATS.reduce(
    (inner, [bit, element]) => ((bits & bit) === 0 ? inner : `<${element}>${inner}</${element}>`),
    html,
  )
}
