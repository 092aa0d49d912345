import type { ReactNode } from 'react'
import { CountBadge } from './count-badge.tsx'
import styles from './page.module.css'
import { ToolRow } from './toolbar.tsx'

/** The column of a page, from the frame's left edge to the maximum readable length of lines. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>
}

export interface PageHeaderProps {
  title: string
  /** Next to the title, such as a count. */
  detail?: ReactNode
  /** Actions, at the end of the header. */
  children?: ReactNode
}

/** The header of a page: its title and its actions. */
export function PageHeader({ title, detail, children }: PageHeaderProps) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {typeof detail === 'number' ? (
        <CountBadge value={detail} />
      ) : detail === undefined ? null : (
        <span className={styles.detail}>{detail}</span>
      )}
      <span className={styles.space} />
      {children === undefined ? null : <ToolRow>{children}</ToolRow>}
    </header>
  )
}
