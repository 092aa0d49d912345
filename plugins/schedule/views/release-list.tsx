import type { Release } from '@typecase/contract/releases'
import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import { formatCount } from '@typecase/ui/count'
import { usePeople } from '@typecase/content/react/people'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { Link } from '@typecase/ui/link'
import { Page, PageHeader } from '@typecase/ui/page'
import { Row, RowList, RowName } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'

import { newRelease } from '../commands/releases.ts'
import { releasesQuery } from '../record.ts'
import { releaseRoute, releasesRoute } from '../routes.ts'
import { ReleaseState } from './release-state.tsx'
import styles from './releases.module.css'

/** The releases of the bucket, the next one to go live first. */
export default function ReleaseList() {
  const { bucketSlug } = useRouteParams(releasesRoute)
  const query = useQuery(releasesQuery(useServices(), bucketSlug))
  const { data } = query
  // Provided even while the list is empty.
  useProvideFacts({ 'list.creates': newRelease.id })

  if (hasFailed(query)) return <QueryFailure isPage query={query} what="releases" />
  return (
    <Page>
      <PageHeader title="Releases" detail={data?.releases.length}>
        {data?.releases.length === 0 ? null : <CommandButton command={newRelease} />}
      </PageHeader>
      {!data ? (
        <SkeletonRows label="releases" />
      ) : data.releases.length === 0 ? (
        <EmptyState
          title="No releases yet"
          icon="box"
          action={<CommandButton command={newRelease} variant="primary" />}
        >
          A release holds objects that go live together: all of them or none. Select objects in a
          list and add them to one, then publish it or schedule it.
        </EmptyState>
      ) : (
        <Rows releases={data.releases} bucketSlug={bucketSlug} />
      )}
    </Page>
  )
}

/** The rows. Commands of the palette apply to the row with the keyboard focus. */
function Rows({ releases, bucketSlug }: { releases: readonly Release[]; bucketSlug: string }) {
  const { href } = useService(Navigation)
  const people = usePeople(bucketSlug)
  const { list, currentID, isTabStop } = useListKeys(
    releases.map(({ id }) => id),
    { creates: newRelease.id },
  )
  useProvideFacts({ 'schedule.release': currentID })
  return (
    <RowList list={list} aria-label="Releases">
      {releases.map((release) => (
        <Row key={release.id} isCurrent={release.id === currentID} className={styles.row}>
          <RowName>
            <Link
              href={href(releaseRoute, { params: { bucketSlug, releaseID: release.id } })}
              variant="quiet"
              data-row={release.id}
              excludeFromTabOrder={!isTabStop(release.id)}
            >
              {release.title}
            </Link>
          </RowName>
          <span className={styles.count}>{formatCount(release.count, 'object')}</span>
          <span className={`${styles.count} ${styles.person}`}>
            by {people.within(release.created_by)}
          </span>
          <ReleaseState release={release} />
        </Row>
      ))}
    </RowList>
  )
}
