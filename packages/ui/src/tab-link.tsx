import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { CountBadge } from './count-badge.tsx'
import styles from './tab-link.module.css'

export interface TabLinkProps {
  href: string
  /** Goes there without loading the page again. */
  onGo: () => void
  isCurrent: boolean
  /** How many there are behind it. */
  count?: number | null | undefined
  title?: string | undefined
  children: ReactNode
  /** After the count. */
  after?: ReactNode
}

/** A link of a row of tabs, such as the types and views above a list. */
export function TabLink(props: TabLinkProps) {
  const { href, onGo, isCurrent, count, title, children, after } = props
  const link = useRef<HTMLAnchorElement>(null)
  // With more tabs than fit, the current one is scrolled into view.
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isCurrent])
  function handleClick(event: MouseEvent) {
    // In a new tab or window it is the browser's.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onGo()
  }
  return (
    <a
      ref={link}
      href={href}
      className={styles.tab}
      aria-current={isCurrent ? 'page' : undefined}
      title={title}
      onClick={handleClick}
    >
      {children} {typeof count === 'number' ? <CountBadge value={count} /> : null}
      {after}
    </a>
  )
}
