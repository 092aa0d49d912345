import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './status-badge.module.css'

/** `changed`: a draft over what is published. */
export type Status =
  | 'published'
  | 'draft'
  | 'changed'
  | 'scheduled'
  | 'unsaved'
  | 'error'
  | 'neutral'

const words: Record<Status, string> = {
  published: 'Published',
  draft: 'Draft',
  changed: 'Unpublished changes',
  scheduled: 'Scheduled',
  unsaved: 'Unsaved',
  error: 'Error',
  neutral: 'None',
}

export interface StatusBadgeProps {
  status: Status
  /** A word in place of the status's own, such as the time it is scheduled for. Never nothing. */
  children?: ReactNode
}

/** A distinct shape for each status, coloured, and a word: colour is never the only cue. */
export function StatusBadge({ status, children }: StatusBadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[status])}>
      <span className={styles.word}>{children ?? words[status]}</span>
    </span>
  )
}
