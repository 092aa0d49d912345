import type { ReactNode } from 'react'
import styles from './banner.module.css'
import { Icon } from './icon.tsx'

export interface BannerProps {
  icon: string
  /** `alert` interrupts a screen reader. */
  role: 'status' | 'alert'
  /** A condition that applies for as long as the banner is shown. */
  children: ReactNode
  /** A button with which the user can act on the condition. */
  action: ReactNode
}

/** A banner above the page about a condition that applies to all of it. */
export function Banner({ icon, role, children, action }: BannerProps) {
  return (
    <div className={styles.banner} role={role}>
      <div className={styles.words}>
        <Icon name={icon} />
        <span>{children}</span>
      </div>
      {action}
    </div>
  )
}
