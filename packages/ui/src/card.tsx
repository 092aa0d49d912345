import type { ReactNode } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

export interface CardProps {
  title?: ReactNode
  /** To the right of the title: a menu, a state. */
  actions?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  isSelected?: boolean | undefined
  /** The accessible name, if the title is not text. */
  'aria-label'?: string | undefined
}

/** A hairline box for one of several equal items, such as a project, a plan or a comment. */
export function Card({
  title,
  actions,
  children,
  footer,
  isSelected,
  'aria-label': label,
}: CardProps) {
  return (
    <article aria-label={label} className={classNames(styles.card, isSelected && styles.selected)}>
      {title || actions ? (
        <header className={styles.header}>
          <h3 className={styles.title}>{title}</h3>
          {actions}
        </header>
      ) : null}
      {children}
      {footer ? <footer className={styles.footer}>{footer}</footer> : null}
    </article>
  )
}
