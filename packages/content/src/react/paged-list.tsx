import { Pager, type PagerProps } from '@typecase/ui/pager'
import { SkeletonRows } from '@typecase/ui/skeleton'
import type { ReactNode } from 'react'

import { type LoadState, QueryOutdated, QueryView } from './query-view.tsx'

interface PagedListProps<Data extends { readonly total: number }> extends Omit<
  PagerProps,
  'total' | 'onChange'
> {
  query: LoadState<Data>
  /** Plural noun for “The comments could not be loaded”: `comments`. */
  what: string
  /** Goes to another page. @param skip number of rows before that page */
  onSkip: (skip: number) => void
  /** Shown if no page has rows. */
  empty: ReactNode
  /** The rows of the page. */
  children: (data: Data) => ReactNode
}

/** Renders one page of a paginated list: its rows, or the reason there are none, and links to the other pages. */
export function PagedList<Data extends { readonly total: number }>(props: PagedListProps<Data>) {
  const { query, what, size, skip, onSkip, empty, children } = props
  return (
    <QueryView query={query} what={what} loading={<SkeletonRows count={8} label={what} />}>
      {(data) => (
        <>
          <QueryOutdated query={query} />
          {data.total === 0 ? empty : children(data)}
          <Pager size={size} skip={skip} total={data.total} onChange={onSkip} />
        </>
      )}
    </QueryView>
  )
}
