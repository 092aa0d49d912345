import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './state.module.css'

export interface NoPermissionStateProps {
  title?: ReactNode
  /** Which right is missing and who can give it. */
  children: ReactNode
  action?: ReactNode
}

/** A page that exists but not for this person: says which right is missing and who can give it. */
export function NoPermissionState({
  title = 'You cannot see this page',
  children,
  action,
}: NoPermissionStateProps) {
  return (
    <div className={styles.state}>
      <Icon name="lock" size={20} className={styles.icon} />
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{children}</p>
      {action ? <div className={styles.actions}>{action}</div> : null}
    </div>
  )
}
