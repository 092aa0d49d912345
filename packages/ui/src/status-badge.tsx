import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './status-badge.module.css'

/** `changed`: published, with a newer draft. */
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
  /** Replaces the status's own word, such as the time for which it is scheduled. Must not be empty. */
  children?: ReactNode
}

/** A badge with a distinct shape and a word for each status, so colour is never the only cue. */
export function StatusBadge({ status, children }: StatusBadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[status])}>
      <span className={styles.word}>{children ?? words[status]}</span>
    </span>
  )
}
