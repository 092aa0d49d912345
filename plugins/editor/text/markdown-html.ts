import type { JSONContent } from '@tiptap/core'
import { DOMSerializer, type Node } from '@tiptap/pm/model'

import { isPlainFigure } from './figure.ts'
import { unwrap } from './replace-element.ts'
import { sourceBlock } from './source-block.ts'

/** The largest number that a Markdown list can begin with. */
const MAX_START = 999_999_999

/**
 * Returns the content of a block for the Markdown library, with HTML for a table or list that Markdown cannot express.
 */
export function markdownJson(node: Node): JSONContent[] {
  if (needsHtml(node)) return [sourceBlock(htmlOf(node))]
  if (node.isLeaf || node.inlineContent) return [node.toJSON() as JSONContent]
  const content = node.children.flatMap(markdownJson)
  return node.type.name === 'details'
    ? detailsAround(node, content)
    : [{ type: node.type.name, attrs: node.attrs, content }]
}

/** Returns Markdown between the tags of a details element, separated by blank lines. */
function detailsAround({ attrs, firstChild }: Node, content: JSONContent[]): JSONContent[] {
  const hasSummary = firstChild?.type.name === 'summary'
  const start = attrs['open'] ? '<details open>' : '<details>'
  const tags = hasSummary ? `${start}\n${htmlOf(firstChild)}` : start
  return [sourceBlock(tags), ...content.slice(hasSummary ? 1 : 0), sourceBlock('</details>')]
}

function needsHtml(node: Node): boolean {
  switch (node.type.name) {
    case 'table':
      return node.children.some((row, index) =>
        row.children.some((cell) => !isMarkdownCell(cell, index === 0)),
      )
    case 'orderedList': {
      const { start, type, reversed } = node.attrs
      const isDecimal = (type ?? '1') === '1' && !reversed
      const isInRange = Number(start) >= 0 && Number(start) <= MAX_START
      const hasItemNumber = node.children.some(({ attrs }) => attrs['value'] !== null)
      return !isDecimal || !isInRange || hasItemNumber
    }
    case 'figure':
      return !isPlainFigure(node.attrs)
    default:
      return false
  }
}

/** Whether Markdown can express a cell: its cells contain lines, and only the first row has headers. */
function isMarkdownCell({ attrs, children, type, textContent }: Node, isFirst: boolean): boolean {
  const isSpan = attrs['colspan'] !== 1 || attrs['rowspan'] !== 1
  const isHeader = type.name === 'tableHeader' && textContent !== ''
  return (
    !isSpan && (isFirst || !isHeader) && children.every((block) => block.type.name === 'paragraph')
  )
}

/** Returns HTML for use within Markdown: one line per row or item, and no blank line, which would end the HTML. */
function htmlOf(node: Node): string {
  const host = document.createElement('div')
  host.append(DOMSerializer.fromSchema(node.type.schema).serializeNode(node))
  joinLines(host)
  for (const source of host.querySelectorAll('[data-template], [data-source]')) {
    source.replaceWith(source.textContent)
  }
  host.querySelectorAll('tbody').forEach(unwrap)
  for (const text of host.querySelectorAll('td > p:only-child, th > p:only-child')) unwrap(text)
  for (const text of host.querySelectorAll('li > p:first-child')) {
    const rest = [...(text.parentElement?.children ?? [])].slice(1)
    if (rest.every(({ localName }) => localName === 'ul' || localName === 'ol')) unwrap(text)
  }
  return host.innerHTML
    .replaceAll('\n', '&#10;')
    .replaceAll(/(<(?:table|ul|ol)\b[^>]*>|<\/(?:tr|li)>)(?!$)/g, '$1\n')
}

/** Turns the line breaks of Markdown into spaces for HTML, except in code. */
function joinLines(host: Element): void {
  const texts = document.createTreeWalker(host, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    if (text.parentElement?.closest('pre')) continue
    text.nodeValue = text.nodeValue?.replaceAll(/\s*\n\s*/g, ' ') ?? ''
  }
}
