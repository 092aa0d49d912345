import { PagedList } from '@typecase/content/react/paged-list'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { EmptyState } from '@typecase/ui/empty-state'
import { FormSection } from '@typecase/ui/form'
import { NoPermissionState } from '@typecase/ui/no-permission-state'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import styles from './staff-list.module.css'

export const SIZE = 50

interface StaffListProps<Data extends { total: number }, Row> {
  title: string
  description?: ReactNode
  query: UseQueryResult<Data>
  rows: (data: Data) => readonly Row[]
  keyOf: (row: Row) => string
  /** The text instead of an empty list. */
  empty: string
  /** A hint for the empty list: its purpose, or how to see more. */
  hint: string
  skip: number
  onSkip: (skip: number) => void
  /** Content above the list, such as its search. */
  filter?: ReactNode
  children: (row: Row) => ReactNode
}

/** A list of the whole installation, with its loading, empty, failure and forbidden states. */
export function StaffList<Data extends { total: number }, Row>(props: StaffListProps<Data, Row>) {
  const { title, description, query, rows, keyOf, empty, hint, skip, onSkip, filter, children } =
    props
  const { error } = query
  if (isApiError(error, 'forbidden')) {
    return <NoPermissionState title="This page is for staff">{error.message}</NoPermissionState>
  }
  return (
    <FormSection title={title} description={description}>
      {filter}
      <PagedList
        query={query}
        what={title.toLowerCase()}
        skip={skip}
        size={SIZE}
        onSkip={onSkip}
        empty={
          <EmptyState title={empty} icon="search">
            {hint}
          </EmptyState>
        }
      >
        {(data) => (
          <ul className={styles.list} aria-label={title} aria-busy={query.isFetching}>
            {rows(data).map((row) => (
              <li key={keyOf(row)} className={styles.row}>
                {children(row)}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </FormSection>
  )
}

/** The text of a row: a name, and details in a fainter line below. */
export function RowWords({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.words}>
      <div className={styles.name}>{title}</div>
      <div className={styles.facts}>{children}</div>
    </div>
  )
}
