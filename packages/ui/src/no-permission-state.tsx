import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './state.module.css'

export interface NoPermissionStateProps {
  title?: ReactNode
  /** Which right is missing and who can give it. */
  children: ReactNode
  action?: ReactNode
  /** It is all there is on the page: its title is the page's heading. */
  isPage?: boolean | undefined
}

/** A page that exists but not for this person: says which right is missing and who can give it. */
export function NoPermissionState({
  title = 'You cannot see this page',
  children,
  action,
  isPage,
}: NoPermissionStateProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={styles.state}>
      <Icon name="lock" size={20} className={styles.icon} />
      <Title className={styles.title}>{title}</Title>
      <p className={styles.text}>{children}</p>
      {action ? <div className={styles.actions}>{action}</div> : null}
    </div>
  )
}
