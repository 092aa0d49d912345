import type { ReactNode } from 'react'
import styles from './banner.module.css'
import { Icon } from './icon.tsx'

export interface BannerProps {
  icon: string
  /** `alert` interrupts a screen reader. */
  role: 'status' | 'alert'
  /** A condition that lasts as long as the banner. */
  children: ReactNode
  /** The button that closes it. */
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
