import type { ReactNode } from 'react'
import styles from './banner.module.css'
import { Icon } from './icon.tsx'

export interface BannerProps {
  icon: string
  /** `alert` interrupts whoever listens to a screen reader. */
  role: 'status' | 'alert'
  /** What is so for as long as it is shown. */
  children: ReactNode
  /** What ends it. */
  action: ReactNode
}

/** Says above the page what is so for the whole of it. */
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
