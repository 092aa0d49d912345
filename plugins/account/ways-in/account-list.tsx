import { QueryView } from '@typecase/content/react/query-view'
import { SkeletonRows } from '@typecase/ui/skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import styles from './ways-in.module.css'

interface AccountListProps<Data, Row extends { id: string }> {
  /** Accessible name of the list: `Sessions`. */
  label: string
  query: UseQueryResult<Data>
  rows: (data: Data) => readonly Row[]
  /** The text instead of an empty list. */
  empty: string
  children: (row: Row) => ReactNode
}

/** A list of the account's items, with its loading, empty and failure states. */
export function AccountList<Data, Row extends { id: string }>(props: AccountListProps<Data, Row>) {
  const { label, query, rows, empty, children } = props
  const what = label.toLowerCase()
  return (
    <QueryView query={query} what={what} loading={<SkeletonRows count={2} label={what} />}>
      {(data) =>
        rows(data).length === 0 ? (
          <p className={styles.empty}>{empty}</p>
        ) : (
          <ul className={styles.list} aria-label={label}>
            {rows(data).map((row) => (
              <li key={row.id} className={styles.row}>
                {children(row)}
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}

/** The text of a row: a name, and details in a fainter line below. */
export function RowText({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.words}>
      <div className={styles.name}>{title}</div>
      <div className={styles.facts}>{children}</div>
    </div>
  )
}
