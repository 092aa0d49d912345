import { openObject } from '@typecase/content/commands'
import type { SmartView } from '@typecase/contract/smart-views'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { mayChange } from '@typecase/content/record/author'
import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import { RecordRows } from '@typecase/content/react/record-rows'
import { usePeople } from '@typecase/content/react/people'
import { smartViewsQuery } from '@typecase/content/smart-views'
import { EmptyState } from '@typecase/ui/empty-state'
import { Link } from '@typecase/ui/link'
import { Page, PageHeader } from '@typecase/ui/page'
import { RowActions, RowName, RowProblem } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { CountBadge } from '@typecase/ui/count-badge'

import { deleteView, renameView, shareView, unshareView } from '../commands.ts'
import { view as kind } from '../record.ts'
import { smartViewsRoute } from '../routes.ts'
import { countsQuery, pathOfView, problemsOf } from '../view-look.ts'
import { ViewIcon } from './view-icon.tsx'
import styles from './view-list.module.css'

/** The user's smart views and shared ones, in the order of the tabs. */
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

function Rows({ views, bucketSlug }: { views: readonly SmartView[]; bucketSlug: string }) {
  const people = usePeople(bucketSlug)
  const permissions = useFacts(({ can }) => can)
  const me = useUser().data?.id
  const { data: counts } = useQuery(countsQuery(useServices(), bucketSlug))
  return (
    <RecordRows record={kind} items={views} aria-label="Smart views" className={styles.columns}>
      {(view, { opener, button }) => {
        const { id, title, is_shared, created_by } = view
        const count = counts?.get(id)
        const problem = problemsOf(view)
        return (
          <>
            <RowName
              lead={<ViewIcon view={view} />}
              details={problem ? <RowProblem>Unsupported: {problem}</RowProblem> : undefined}
            >
              <Link {...opener} href={pathOfView(bucketSlug, id)} variant="quiet">
                {title}
              </Link>
              {typeof count === 'number' ? <CountBadge value={count} /> : null}
            </RowName>
            <span className={styles.facts}>
              {is_shared ? `Shared by ${people.within(created_by)}` : 'Only you'}
            </span>
            <RowActions>
              {mayChange(view, me, permissions) ? (
                <>
                  <CommandButton {...button} isPlain command={renameView}>
                    Rename…
                  </CommandButton>
                  <CommandButton {...button} isPlain command={is_shared ? unshareView : shareView}>
                    {is_shared ? 'Stop sharing' : 'Share'}
                  </CommandButton>
                  <CommandButton {...button} isPlain command={deleteView}>
                    Delete
                  </CommandButton>
                </>
              ) : null}
            </RowActions>
          </>
        )
      }}
    </RecordRows>
  )
}
