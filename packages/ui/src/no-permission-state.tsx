import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './state.module.css'

export interface NoPermissionStateProps {
  title?: ReactNode
  /** Which permission is missing, and who can grant it. */
  children: ReactNode
  action?: ReactNode
  /** The state is the only content of the page, so its title is the page's heading. */
  isPage?: boolean | undefined
}

/** The state of a page that the user may not see: says which permission is missing, and who can grant it. */
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
