import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './state.module.css'

export interface EmptyStateProps {
  /** The title, such as "No artworks yet". */
  title: ReactNode
  /** The purpose of the page, and its use. */
  children?: ReactNode
  /** The command that creates the first item. */
  action?: ReactNode
  icon?: string | undefined
  /** The state is the only content of the page, so its title is the page's heading. */
  isPage?: boolean | undefined
}

/** The state of an empty list: says what belongs here, and offers the command that creates it. */
export function EmptyState({ title, children, action, icon = 'inbox', isPage }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={styles.state}>
      <Icon name={icon} size={20} className={styles.icon} />
      <Title className={styles.title}>{title}</Title>
      {children ? <p className={styles.text}>{children}</p> : null}
      {action ? <div className={styles.actions}>{action}</div> : null}
    </div>
  )
}
