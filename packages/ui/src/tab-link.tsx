import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { CountBadge } from './count-badge.tsx'
import styles from './tab-link.module.css'

export interface TabLinkProps {
  href: string
  /** Navigates without reloading the page. */
  onGo: () => void
  isCurrent: boolean
  /** Number of items behind the link. */
  count?: number | null | undefined
  title?: string | undefined
  children: ReactNode
  /** Shown after the count. */
  after?: ReactNode
}

/** A link in a row of tabs, such as the types and views above a list. */
export function TabLink(props: TabLinkProps) {
  const { href, onGo, isCurrent, count, title, children, after } = props
  const link = useRef<HTMLAnchorElement>(null)
  // If not all tabs fit, the current one is scrolled into view.
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isCurrent])
  function handleClick(event: MouseEvent) {
    // The browser handles clicks that open a new tab or window.
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
