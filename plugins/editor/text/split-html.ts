import { parser } from '@lezer/html'

import type { Pieces } from './split-markdown.ts'

/** Elements that are part of a paragraph, even without one around them. */
const INLINE = new Set(
  'a abbr b bdi bdo br cite code data del dfn em i img ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** Splits HTML into its top-level elements and the texts between them. Joined, they are the original text. */
export function splitHtml(html: string): Pieces {
  const sources: string[] = []
  const gaps: string[] = ['']
  let isInline = false
  const tree = parser.parse(html)
  for (let node = tree.topNode.firstChild; node; node = node.nextSibling) {
    const source = html.slice(node.from, node.to)
    const tag = /^<([\w-]+)/.exec(source)?.[1]?.toLowerCase()
    const isText = node.name === 'Text' || node.name.endsWith('Reference')
    if (isText && source.trim() === '') {
      gaps[gaps.length - 1] += source
      continue
    }
    const isPart = isText || (tag !== undefined && INLINE.has(tag))
    const [, lead = '', body = '', tail = ''] = /^(\s*)([^]*?)(\s*)$/.exec(source) ?? []
    if (isPart && isInline) sources[sources.length - 1] += `${gaps.pop() ?? ''}${lead}${body}`
    else {
      gaps[gaps.length - 1] += lead
      sources.push(body)
    }
    gaps.push(tail)
    isInline = isPart
  }
  const pieces = { sources, gaps }
  const isSafe = isClosed(tree) || isSameTree(html, pieces)
  return isSafe ? pieces : { sources: [html], gaps: ['', ''] }
}

const ENDS = new Set<string | undefined>(['CloseTag', 'SelfClosingTag'])

/**
 * Whether every element has an explicit end. Only then does no element reach further than this parser for code says.
 */
function isClosed(tree: ReturnType<typeof parser.parse>): boolean {
  let isClosed = true
  tree.iterate({
    enter({ type, node }) {
      if (type.isError || type.name === 'MismatchedCloseTag') isClosed = false
      else if (type.name === 'Element') isClosed &&= ENDS.has(node.lastChild?.name)
      return isClosed
    },
  })
  return isClosed
}

/** Whether the browser reads the pieces as it reads the whole. Unclosed elements may reach further. */
function isSameTree(html: string, { sources, gaps }: Pieces): boolean {
  if (sources.length < 2) return true
  const root = bodyOf(html)
  const apart = document.implementation.createHTMLDocument().body
  gaps.forEach((gap, index) => {
    apart.append(gap, ...bodyOf(sources[index] ?? '').childNodes)
  })
  root.normalize()
  apart.normalize()
  return root.isEqualNode(apart)
}

/** Parses a fragment in a document that loads and runs nothing. The result includes comments at its start. */
export function bodyOf(html: string): HTMLElement {
  return new DOMParser().parseFromString(`<body>${html}`, 'text/html').body
}
