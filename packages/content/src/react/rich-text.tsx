import { createElement, Fragment, type ReactNode } from 'react'

import { mediaUrl } from '../object/media-value.ts'
import styles from './rich-text.module.css'

/** Elements that are rendered unchanged, without their attributes. */
const PLAIN = new Set(
  'p ul ol li blockquote pre code strong b em i u s del mark sub sup br hr table thead tbody tr td th ruby rt figure figcaption'.split(
    ' ',
  ),
)
/** Elements whose text is not meant for readers. */
const HIDDEN_ELEMENTS = new Set('script style template iframe object noscript head'.split(' '))

/**
 * Renders a formatted text for reading. Only our own elements are rendered, so no script, style or handler in it runs.
 */
export function RichText({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return <div className={styles.text}>{childrenOf(body)}</div>
}

const childrenOf = (parent: Node): ReactNode[] =>
  [...parent.childNodes].map((node, index) => elementOf(node, index))

function elementOf(node: Node, key: number): ReactNode {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element)) return null
  const name = node.tagName.toLowerCase()
  if (HIDDEN_ELEMENTS.has(name)) return null
  if (name === 'br' || name === 'hr') return createElement(name, { key })
  if (name === 'img') return picture(node, key)
  const children = childrenOf(node)
  if (PLAIN.has(name)) return createElement(name, { key }, ...children)
  // The page has its own outline of headings, so these are paragraphs.
  if (/^h[1-6]$/.test(name)) {
    return (
      <p key={key} className={styles.heading} data-level={name}>
        {children}
      </p>
    )
  }
  const href = name === 'a' ? safeAddress(node.getAttribute('href')) : undefined
  if (href !== undefined) {
    return (
      <a key={key} href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
    )
  }
  return <Fragment key={key}>{children}</Fragment>
}

function picture(element: Element, key: number): ReactNode {
  const src = element.getAttribute('src') ?? ''
  const url = src.startsWith('/media/') ? src : mediaUrl(src)
  if (!url) return null
  return <img key={key} src={url} alt={element.getAttribute('alt') ?? ''} loading="lazy" />
}

/** Returns the address of a link, unless it could run a script. */
function safeAddress(href: string | null): string | undefined {
  return href !== null && /^(https?:|mailto:|tel:|\/|#)/i.test(href) ? href : undefined
}
