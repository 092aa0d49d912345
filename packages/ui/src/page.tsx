import type { ReactNode } from 'react'
import styles from './page.module.css'
import { ToolRow } from './toolbar.tsx'

/** The column of a page: what it holds stands one below the other, as wide as lines of a list can be read. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>
}

export interface PageHeaderProps {
  title: string
  /** Beside the title, such as how many there are. */
  detail?: ReactNode
  /** What can be done, at the end of the line. */
  children?: ReactNode
}

/** The head of a page: its title, and what can be done on it. */
export function PageHeader({ title, detail, children }: PageHeaderProps) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {detail === undefined ? null : <span className={styles.detail}>{detail}</span>}
      <span className={styles.space} />
      {children === undefined ? null : <ToolRow>{children}</ToolRow>}
    </header>
  )
}
