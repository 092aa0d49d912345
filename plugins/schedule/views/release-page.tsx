import type { OutputOf } from '@typecase/contract/endpoint'
import type { getRelease, Release } from '@typecase/contract/releases'
import { OpenButton, Peek, usePeek } from '@typecase/content/react/peek'
import { objectRoute } from '@typecase/content/routes'
import { PagedList } from '@typecase/content/react/paged-list'
import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import { formatCount } from '@typecase/ui/count'
import { isMissing } from '@typecase/plugin-sdk/api-error'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useSelection } from '@typecase/plugin-sdk/react/selection'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation, Selection } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { EmptyState } from '@typecase/ui/empty-state'
import { Icon } from '@typecase/ui/icon'
import { Page, PageHeader } from '@typecase/ui/page'
import { RowList } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { SplitLayout } from '@typecase/ui/split-layout'
import { Toolbar } from '@typecase/ui/toolbar'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'

import {
  deleteRelease,
  publishRelease,
  removeFromRelease,
  renameRelease,
  scheduleRelease,
  unscheduleRelease,
} from '../commands/releases.ts'
import { checkQuery, isOpen, PAGE_SIZE, releaseQuery } from '../record.ts'
import { releaseRoute, releasesRoute } from '../routes.ts'
import { ReleaseState } from './release-state.tsx'
import { ReleasedRow } from './released-row.tsx'
import styles from './releases.module.css'

/** A release with its objects, problems and time. */
export default function ReleasePage() {
  const { bucketSlug, releaseID } = useRouteParams(releaseRoute)
  const { skip = 0 } = useRouteSearch(releaseRoute)
  const { go } = useService(Navigation)
  const query = useQuery({
    ...releaseQuery(useServices(), bucketSlug, releaseID, skip),
    placeholderData: keepPreviousData,
  })
  const { data, error } = query
  useProvideFacts({ 'schedule.release': releaseID })

  if (isMissing(error)) {
    return (
      <EmptyState
        isPage
        title="There is no such release"
        icon="box"
        action={<Button onPress={() => void go(releasesRoute)}>Show all releases</Button>}
      >
        It was deleted. Its objects did not change.
      </EmptyState>
    )
  }
  if (hasFailed(query)) return <QueryFailure isPage query={query} what="release" />
  if (!data) return <SkeletonRows label="release" />
  return <LoadedRelease key={releaseID} {...{ bucketSlug, skip }} query={query} page={data} />
}

type ReleaseDetails = OutputOf<typeof getRelease>

interface LoadedProps {
  bucketSlug: string
  skip: number
  query: UseQueryResult<ReleaseDetails>
  page: ReleaseDetails
}

/** The loaded release. Commands of the palette apply to its selected objects, or to the one with the keyboard focus. */
function LoadedRelease({ bucketSlug, skip, query, page: { release, objects } }: LoadedProps) {
  const { go } = useService(Navigation)
  const { ids, set, clear } = useSelection('object')
  const selected = new Set(ids)
  const toggle = (id: string) =>
    set(selected.has(id) ? ids.filter((one) => one !== id) : [...ids, id])
  const rows = objects.map(({ object_id }) => object_id)
  const { list, currentID, isTabStop } = useListKeys(rows, { onToggle: toggle })
  useProvideFacts({ 'schedule.released': currentID })
  const openObject = (objectID: string) =>
    void go(objectRoute, { params: { bucketSlug, objectID } })
  const peek = usePeek({
    bucketSlug,
    ids: rows,
    currentID,
    row: () => document.querySelector(`[data-row="${CSS.escape(currentID ?? '')}"]`),
  })
  const { objectID: peekedID } = peek
  const { data: check } = useCheck(release, bucketSlug)
  const problems = new Map(check?.problems.map(({ object_id, reason }) => [object_id, reason]))
  // Clears the selection when the page is left.
  const selection = useService(Selection)
  useEffect(() => () => selection.clear('object'), [selection])

  return (
    <SplitLayout
      narrow="sheet"
      inspector={
        peekedID === undefined ? undefined : (
          <Peek peek={peek}>
            <OpenButton onPress={() => openObject(peekedID)} />
          </Peek>
        )
      }
    >
      <Page>
        <Head release={release} />
        <Standing release={release} bucketSlug={bucketSlug} />
        <PagedList
          query={query}
          what="release"
          skip={skip}
          size={PAGE_SIZE}
          onSkip={(next) =>
            void go(releaseRoute, {
              params: { bucketSlug, releaseID: release.id },
              search: { skip: next },
            })
          }
          empty={
            <EmptyState title="Nothing is in this release yet" icon="box">
              Select objects in a list, or open one in its editor, and choose “Add to release…”.
            </EmptyState>
          }
        >
          {() => (
            <RowList list={list} aria-label="Objects of the release">
              {objects.map((object) => (
                <ReleasedRow
                  key={object.object_id}
                  object={object}
                  bucketSlug={bucketSlug}
                  problem={isOpen(release) ? problems.get(object.object_id) : undefined}
                  isCurrent={object.object_id === currentID}
                  isSelected={selected.has(object.object_id)}
                  isTabStop={isTabStop(object.object_id)}
                  onToggle={() => toggle(object.object_id)}
                />
              ))}
            </RowList>
          )}
        </PagedList>
        {selected.size > 0 ? (
          <Toolbar aria-label="Selection">
            <strong>{selected.size} selected</strong>
            <CommandButton command={removeFromRelease}>Remove from the release</CommandButton>
            <Button variant="quiet" onPress={clear}>
              Clear
            </Button>
          </Toolbar>
        ) : null}
      </Page>
    </SplitLayout>
  )
}

function Head({ release }: { release: Release }) {
  return (
    <PageHeader title={release.title} detail={<ReleaseState release={release} />}>
      <CommandButton command={renameRelease} variant="quiet" isIconOnly />
      <CommandButton command={deleteRelease} variant="quiet" isIconOnly />
      {isOpen(release) ? (
        <>
          {release.publish_at === null ? null : (
            <CommandButton command={unscheduleRelease} variant="quiet">
              Take off the schedule
            </CommandButton>
          )}
          <CommandButton command={scheduleRelease}>
            {release.publish_at === null ? 'Schedule…' : 'Change the time…'}
          </CommandButton>
          {release.count === 0 ? null : (
            <CommandButton command={publishRelease} variant="primary">
              Publish now…
            </CommandButton>
          )}
        </>
      ) : null}
    </PageHeader>
  )
}

interface PartProps {
  release: Release
  bucketSlug: string
}

/** Whether the whole release could go live, and why its last publication failed. */
function Standing({ release, bucketSlug }: PartProps) {
  const check = useCheck(release, bucketSlug)
  if (check.error) return <QueryFailure isSmall query={check} what="check" />
  const problemCount = check.data?.problem_count ?? 0
  return (
    <>
      {release.failure === null ? null : (
        <p role="alert" className={styles.problems}>
          <Icon name="triangle-alert" size={14} />
          <span>{release.failure}</span>
        </p>
      )}
      <p role="status" className={styles.note} data-kept={problemCount > 0 || undefined}>
        {describeState(release, check.data)}
      </p>
    </>
  )
}

function describeState(
  release: Release,
  check: { changes: number; unchanged: number; problem_count: number } | undefined,
): string {
  const { count } = release
  if (release.state === 'publishing') return 'It is being published.'
  if (release.state === 'published') return `${formatCount(count, 'object')} went live.`
  if (count === 0) return ''
  if (!check) return formatCount(count, 'object')
  const { changes, unchanged, problem_count: problemCount } = check
  if (problemCount > 0) {
    const some =
      problemCount === count
        ? formatCount(count, 'object')
        : `${problemCount} of ${formatCount(count, 'object')}`
    return `${some} cannot be published. Fix this before the release can go live.`
  }
  const already = unchanged > 0 ? ` ${formatCount(unchanged, 'object')} already published.` : ''
  return `${formatCount(changes, 'object')} will go live.${already}`
}

const useCheck = (release: Release, bucketSlug: string) =>
  useQuery({
    ...checkQuery(useServices(), bucketSlug, release.id),
    enabled: isOpen(release) && release.count > 0,
    placeholderData: keepPreviousData,
  })
