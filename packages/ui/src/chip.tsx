import type { ReactNode } from 'react'
import styles from './chip.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

export interface ChipProps {
  children: ReactNode
  icon?: string | undefined
  /** `code` is monospaced, such as a term of the query line. */
  look?: 'plain' | 'code' | undefined
  /** Fainter text after it, such as "in this view". */
  detail?: ReactNode
}

/** A short fact in a frame, without behaviour. For chips that can be focused and removed, use `TagGroup`. */
export function Chip({ children, icon, look = 'plain', detail }: ChipProps) {
  return (
    <span className={classNames(styles.chip, look === 'code' && styles.code)}>
      {icon ? <Icon name={icon} size={12} /> : null}
      <span>{children}</span>
      {detail ? <span className={styles.detail}>{detail}</span> : null}
    </span>
  )
}
