import { openObject } from '@typecase/content/commands'
import type { SmartView } from '@typecase/contract/smart-views'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useFacts, useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import { usePeople } from '@typecase/content/react/people'
import { smartViewsQuery } from '@typecase/content/smart-views'
import { EmptyState } from '@typecase/ui/empty-state'
import { Link } from '@typecase/ui/link'
import { Page, PageHeader } from '@typecase/ui/page'
import { Row, RowActions, RowList, RowName, RowProblem } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@typecase/ui/format'

import { deleteView, renameView, shareView, unshareView } from '../commands/views.ts'
import { countsQuery, mayChange } from '../queries.ts'
import { smartViewsRoute } from '../routes.ts'
import { pathOfView, problemsOf } from '../view-look.ts'
import { ViewIcon } from './view-icon.tsx'
import styles from './view-list.module.css'

/** One's own smart views and those that others share, in the order of the tabs. */
export default function ViewList() {
  const { bucketSlug } = useRouteParams(smartViewsRoute)
  const query = useQuery(smartViewsQuery(useServices(), bucketSlug))
  const { data } = query
  if (hasFailed(query)) return <QueryFailure isPage query={query} what="smart views" />
  return (
    <Page>
      <PageHeader title="Smart views" detail={data?.smart_views.length} />
      {!data ? (
        <SkeletonRows label="smart views" />
      ) : data.smart_views.length === 0 ? (
        <EmptyState
          title="No smart views yet"
          icon="funnel"
          action={
            <CommandButton command={openObject} variant="primary" isPlain>
              Go to objects
            </CommandButton>
          }
        >
          A smart view is a list with a name: its filter, order, columns and icon. Filter a list of
          objects, then save it.
        </EmptyState>
      ) : (
        <Rows views={data.smart_views} bucketSlug={bucketSlug} />
      )}
    </Page>
  )
}

/** The rows; commands of the palette are about the one that the keyboard is on. */
function Rows({ views, bucketSlug }: { views: readonly SmartView[]; bucketSlug: string }) {
  const people = usePeople(bucketSlug)
  const { data: counts } = useQuery(countsQuery(useServices(), bucketSlug))
  const { list, currentID, isTabStop } = useListKeys(views.map(({ id }) => id))
  useProvideFacts({ 'smart-views.view': currentID })
  return (
    <RowList list={list} aria-label="Smart views">
      {views.map((view) => (
        <ViewRow
          key={view.id}
          bucketSlug={bucketSlug}
          view={view}
          count={counts?.get(view.id)}
          maker={people.within(view.created_by)}
          isCurrent={view.id === currentID}
          isTabStop={isTabStop(view.id)}
        />
      ))}
    </RowList>
  )
}

interface ViewRowProps {
  bucketSlug: string
  view: SmartView
  count: number | null | undefined
  /** Who made it, in words. */
  maker: string
  isCurrent: boolean
  isTabStop: boolean
}

function ViewRow({ bucketSlug, view, count, maker, isCurrent, isTabStop }: ViewRowProps) {
  const excludeFromTabOrder = !isTabStop
  const me = useUser().data?.id
  const mine = useFacts((facts) => mayChange(view, me, facts))
  const problem = problemsOf(view)
  const actions = [renameView, view.is_shared ? unshareView : shareView, deleteView]
  const words = ['Rename…', view.is_shared ? 'Stop sharing' : 'Share', 'Delete']
  return (
    <Row isCurrent={isCurrent} className={styles.columns}>
      <RowName
        lead={<ViewIcon view={view} />}
        details={problem ? <RowProblem>Unsupported: {problem}</RowProblem> : undefined}
      >
        <Link
          href={pathOfView(bucketSlug, view.id)}
          variant="quiet"
          data-row={view.id}
          excludeFromTabOrder={excludeFromTabOrder}
        >
          {view.title}
        </Link>
        {typeof count === 'number' ? (
          <span className={styles.count}>{formatNumber(count)}</span>
        ) : null}
      </RowName>
      <span className={styles.facts}>{view.is_shared ? `Shared by ${maker}` : 'Only you'}</span>
      <RowActions>
        {mine
          ? actions.map((command, index) => (
              <CommandButton
                key={command.id}
                command={command}
                args={{ view_id: view.id }}
                variant="quiet"
                isPlain
                excludeFromTabOrder={excludeFromTabOrder}
              >
                {words[index]}
              </CommandButton>
            ))
          : null}
      </RowActions>
    </Row>
  )
}
