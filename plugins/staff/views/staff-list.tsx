import { QueryView } from '@typecase/content/react/query-view'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { EmptyState } from '@typecase/ui/empty-state'
import { FormSection } from '@typecase/ui/form'
import { NoPermissionState } from '@typecase/ui/no-permission-state'
import { Pager } from '@typecase/ui/pager'
import { SkeletonRows } from '@typecase/ui/skeleton'
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
  /** Said in place of no rows. */
  empty: string
  /** What belongs here, or how one sees more. */
  hint: string
  skip: number
  onSkip: (skip: number) => void
  /** Above the list, such as what finds in it. */
  filter?: ReactNode
  children: (row: Row) => ReactNode
}

/** A list of the installation, with its loading, empty, failing and forbidden states. */
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
      <QueryView
        query={query}
        what={title.toLowerCase()}
        loading={<SkeletonRows count={8} label={title.toLowerCase()} />}
      >
        {(data) =>
          rows(data).length === 0 ? (
            <EmptyState title={empty} icon="search">
              {hint}
            </EmptyState>
          ) : (
            <>
              <ul className={styles.list} aria-label={title} aria-busy={query.isFetching}>
                {rows(data).map((row) => (
                  <li key={keyOf(row)} className={styles.row}>
                    {children(row)}
                  </li>
                ))}
              </ul>
              <Pager skip={skip} size={SIZE} total={data.total} onChange={onSkip} />
            </>
          )
        }
      </QueryView>
    </FormSection>
  )
}

/** The words of a row: a name, and facts in a fainter line below. */
export function RowWords({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.words}>
      <div className={styles.name}>{title}</div>
      <div className={styles.facts}>{children}</div>
    </div>
  )
}
