import type { ReactNode } from 'react'
import styles from './split-layout.module.css'

export interface SplitLayoutProps {
  children: ReactNode
  /** An `Inspector`. Without it, the content takes all the room. */
  inspector?: ReactNode
  /**
   * Below 860 px, the inspector is below the content, or a sheet over its lower part, so the upper part stays visible.
   */
  narrow?: 'below' | 'sheet'
}

/** Content and inspector, each scrolling separately. */
export function SplitLayout({ children, inspector, narrow = 'below' }: SplitLayoutProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.split} data-split={inspector ? true : undefined} data-narrow={narrow}>
        <div className={styles.content}>{children}</div>
        {inspector}
      </div>
    </div>
  )
}

/** The panel on the right, with facts and actions about the content. */
export function Inspector({
  children,
  'aria-label': label = 'Inspector',
}: {
  children: ReactNode
  'aria-label'?: string
}) {
  return (
    <aside aria-label={label} className={styles.inspector}>
      {children}
    </aside>
  )
}

export interface InspectorSectionProps {
  title: ReactNode
  /** To the right of the title, such as a number or a button. */
  detail?: ReactNode
  children: ReactNode
}

/** A titled section of the inspector. */
export function InspectorSection({ title, detail, children }: InspectorSectionProps) {
  return (
    <section className={styles.section}>
      <header className={styles.header}>
        <h2>{title}</h2>
        {detail ? <span className={styles.detail}>{detail}</span> : null}
      </header>
      {children}
    </section>
  )
}

/** Pairs of a name and a value. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

/** A name and its value, within `Facts`. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A row with a hairline, a text and something on the right, such as a revision and its age. */
export function LineItem({ children, detail }: { children: ReactNode; detail?: ReactNode }) {
  return (
    <div className={styles.line}>
      <span className={styles.lineText}>{children}</span>
      {detail ? <span className={styles.detail}>{detail}</span> : null}
    </div>
  )
}
