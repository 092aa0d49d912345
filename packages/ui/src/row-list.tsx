import type { DOMAttributes, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { PlainButton, type PlainButtonProps } from './plain-button.tsx'
import styles from './row-list.module.css'

export interface RowListProps {
  'aria-label': string
  /** Ref and key handlers; missing if an element around several lists has them. */
  list?: DOMAttributes<HTMLElement> & { ref: (element: HTMLElement | null) => void }
  children: ReactNode
}

/** A list of rows that can be moved through with the keyboard. */
export function RowList({ list, children, ...props }: RowListProps) {
  return (
    <ul {...list} {...props} className={styles.list}>
      {children}
    </ul>
  )
}

export interface RowProps {
  /** Whether the row is the one that the keyboard acts on. */
  isCurrent: boolean
  isSelected?: boolean
  /**
   * CSS class that lays out the row's parts as columns if the list is at least 600 px wide, otherwise as lines below
   * the name.
   */
  className?: string | undefined
  children: ReactNode
}

/** One row of a `RowList`. */
export function Row({ isCurrent, isSelected, className, children }: RowProps) {
  return (
    <li
      className={classNames(styles.row, className)}
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
    >
      {children}
    </li>
  )
}

export interface RowNameProps {
  /** An icon, a picture or a check box before the name. */
  lead?: ReactNode
  /** Small text below the name. */
  details?: ReactNode
  /** The link or button that opens the row, and marks after it. */
  children: ReactNode
}

/** The main part of a row: takes the remaining width. */
export function RowName({ lead, details, children }: RowNameProps) {
  return (
    <div className={styles.name}>
      {lead}
      <div className={styles.text}>
        <div className={styles.title}>{children}</div>
        {details === undefined ? null : <div className={styles.details}>{details}</div>}
      </div>
    </div>
  )
}

/** A problem with the row, among its details. */
export function RowProblem({ children }: { children: ReactNode }) {
  return (
    <span className={styles.problem}>
      <Icon name="triangle-alert" size={14} />
      {children}
    </span>
  )
}

/** A button that opens a row without an address. */
export function RowButton(props: Omit<PlainButtonProps, 'className'>) {
  return <PlainButton {...props} className={styles.button} />
}

/** The actions of a row, at its end. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
