import { QueryFailure } from '@typecase/content/react/query-view'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { EmptyState } from '@typecase/ui/empty-state'
import { Page, PageHeader } from '@typecase/ui/page'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { formatNumber } from '@typecase/ui/format'

import { isFiltered } from '../history/filter.ts'
import { useHistory } from '../history/use-history.ts'
import { historyRoute } from '../routes.ts'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryList } from './history-list.tsx'
import styles from './history.module.css'

/** The changes of the last thirty days in the bucket: who made them, and how to undo them. */
export default function History() {
  const { bucketSlug } = useRouteParams(historyRoute)
  const filter = useRouteSearch(historyRoute)
  const history = useHistory(bucketSlug, filter)
  const { entries, error, isLoading, hasMore, isFetching } = history

  if (error) return <QueryFailure isPage query={history} what="history" />
  return (
    <Page>
      <PageHeader title="History">
        <HistoryFilters filter={filter} />
      </PageHeader>
      {isLoading ? (
        <SkeletonRows label="history" />
      ) : entries.length === 0 ? (
        <Nothing isFiltered={isFiltered(filter)} hasMore={hasMore} />
      ) : (
        <HistoryList entries={entries} />
      )}
      {hasMore && !isLoading ? (
        <footer className={styles.more}>
          <span className={styles.meta} role="status">
            Showing the newest {formatNumber(entries.length)}.
          </span>
          <Button isPending={isFetching} onPress={() => void history.readOn()}>
            Show older
          </Button>
        </footer>
      ) : null}
    </Page>
  )
}

function Nothing({ isFiltered: isByFilter, hasMore }: { isFiltered: boolean; hasMore: boolean }) {
  const { go } = useService(Navigation)
  if (!isByFilter) {
    return (
      <EmptyState title="No changes yet" icon="history">
        Every change of the last 30 days is listed here and can be undone as a whole.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No change matches"
      icon="search"
      action={
        <Button onPress={() => void go(historyRoute, { search: {} })}>Show all changes</Button>
      }
    >
      {hasMore ? 'Older changes may match.' : 'Choose other filters.'}
    </EmptyState>
  )
}
