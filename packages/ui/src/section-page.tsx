import type { DOMAttributes, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import styles from './section-page.module.css'

/** A link of a page’s side navigation. */
export interface PageSection {
  id: string
  title: string
  icon?: string | undefined
  href: string
  isCurrent: boolean
}

export interface SectionPageProps {
  title: string
  sections: readonly PageSection[]
  /** Ref and key handlers for the element around the links. */
  list?: DOMAttributes<HTMLElement> & { ref?: (element: HTMLElement | null) => void }
  /** The open section. */
  children: ReactNode
}

/** How much of the previous link stays visible, in pixels, as a hint that it exists. */
const PEEK = 40

/** A page of sections: links on the left, or above on narrow screens, and the open section next to them. */
export function SectionPage({ title, sections, list, children }: SectionPageProps) {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <nav aria-label={title}>
        <ul {...list} className={styles.links}>
          {sections.map(({ id, title: name, icon, href, isCurrent }) => (
            <li
              key={id}
              ref={isCurrent ? reveal : undefined}
              className={styles.item}
              data-current={isCurrent || undefined}
            >
              <Link
                href={href}
                variant="quiet"
                data-row={id}
                {...(isCurrent && { 'aria-current': 'page' as const })}
              >
                {icon ? <Icon name={icon} /> : null}
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.section}>{children}</div>
    </div>
  )
}

/** Scrolls to the current link: on a narrow screen, not all of the links fit. */
function reveal(current: HTMLElement | null) {
  const row = current?.parentElement
  if (row) row.scrollLeft = current.offsetLeft - row.offsetLeft - PEEK
}
