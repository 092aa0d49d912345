import { newType } from '@typecase/content/commands'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { EmptyState } from '@typecase/ui/empty-state'
import { FailureState } from '@typecase/ui/failure-state'
import { NoPermissionState } from '@typecase/ui/no-permission-state'
import { SkeletonRows } from '@typecase/ui/skeleton'

import { openObjects } from '../commands/open.ts'
import { clearFilter, previousPage } from '../commands/list.ts'
import { NewButton } from './list-head.tsx'
import { ObjectGrid } from './object-grid.tsx'
import { SheetGrid } from './sheet-grid.tsx'
import styles from './object-list.module.css'
import type { ObjectListState } from './use-object-list.ts'

const SKELETON_ROWS = 14

/** The rows, or a placeholder. */
export function ListContent({ list }: { list: ObjectListState }) {
  const { page, bucket, groups, skip, limit } = list
  if (!list.isUnderstood) return <NotUnderstood list={list} />
  const failure = page.data && !groups.error ? null : (page.error ?? groups.error ?? bucket.error)
  if (failure) return <ListFailure list={list} failure={failure} />
  if (!page.data || !bucket.data || groups.isLoading) {
    return (
      <div className={styles.content}>
        <SkeletonRows label="objects" count={Math.min(limit, SKELETON_ROWS)} />
      </div>
    )
  }
  const Grid = list.isSheet ? SheetGrid : ObjectGrid
  // If all groups are collapsed, only their heads remain.
  const hasHeads = (groups.data?.count ?? 0) > 0 && skip === 0
  if (page.data.objects.length === 0 && !hasHeads)
    return <Nothing list={list} isBeyond={skip > 0} />
  return (
    <div className={styles.content}>
      <Grid list={list} objects={page.data.objects} total={page.data.total} />
    </div>
  )
}

/** Explains an invalid filter or a missing smart view, instead of showing a list without it. */
function NotUnderstood({ list: { unreadable, address } }: { list: ObjectListState }) {
  return (
    <div className={styles.state}>
      <EmptyState
        icon="circle-question-mark"
        title={
          unreadable === undefined
            ? 'There is no such smart view'
            : 'The filter in the address is not valid'
        }
        action={
          <CommandButton command={openObjects} isPlain>
            Show all objects
          </CommandButton>
        }
      >
        {unreadable === undefined
          ? `“${address.smartViewID ?? ''}” may have been deleted.`
          : `“${unreadable}” is not a query. A query is JSON, such as {"type":"posts"}.`}
      </EmptyState>
    </div>
  )
}

function ListFailure({ list, failure }: { list: ObjectListState; failure: Error }) {
  const { page, bucket, groups } = list
  if (isApiError(failure, 'forbidden')) {
    return (
      <div className={styles.state}>
        <NoPermissionState title="You cannot see these objects">
          {failure.message}
        </NoPermissionState>
      </div>
    )
  }
  // In a perspective other than drafts, the error may mean that the release was deleted.
  const isQuery = isApiError(failure, 'invalid') && list.isDrafts
  return (
    <div className={styles.state}>
      <FailureState
        title={isQuery ? 'This filter does not work' : 'The objects could not be loaded'}
        requestId={isApiError(failure) ? failure.requestId : undefined}
        isRetrying={page.isFetching || bucket.isFetching || groups.isFetching}
        onRetry={() => {
          void bucket.refetch()
          void page.refetch()
          if (groups.error) void groups.refetch()
        }}
        actions={isQuery ? <CommandButton command={clearFilter} isPlain /> : undefined}
      >
        {failure.message}
      </FailureState>
    </div>
  )
}

function Nothing({ list, isBeyond }: { list: ObjectListState; isBeyond: boolean }) {
  const { rest, type, typeSlug, unreadable } = list
  const isFiltered = Object.keys(rest).length > 0 || unreadable !== undefined
  if (typeSlug !== undefined && !type) {
    return (
      <div className={styles.state}>
        <EmptyState
          icon="shapes"
          title={`There is no object type “${typeSlug}”`}
          action={
            <CommandButton command={openObjects} isPlain>
              Show all objects
            </CommandButton>
          }
        >
          It may have been renamed or deleted.
        </EmptyState>
      </div>
    )
  }
  if (isBeyond) {
    return (
      <div className={styles.state}>
        <EmptyState
          title="This page is empty"
          action={<CommandButton command={previousPage} isPlain />}
        >
          The list is shorter than before.
        </EmptyState>
      </div>
    )
  }
  if (list.types.length === 0) {
    return (
      <div className={styles.state}>
        <EmptyState
          icon="shapes"
          title="No object types yet"
          action={<CommandButton command={newType} variant="primary" isPlain />}
        >
          An object type defines the fields of its objects: posts, authors, products. Create one
          first, then its objects.
        </EmptyState>
      </div>
    )
  }
  return (
    <div className={styles.state}>
      {isFiltered ? (
        <EmptyState
          icon="search"
          title="Nothing matches this filter"
          action={<CommandButton command={clearFilter} isPlain />}
        >
          Change the filter above, or clear it to see all {type?.title.toLowerCase() ?? 'objects'}.
        </EmptyState>
      ) : (
        <EmptyState
          icon="table"
          title={`No ${type?.title.toLowerCase() ?? 'objects'} yet`}
          action={<NewButton singular={type?.singular || undefined} />}
        >
          {type
            ? `This list will show every ${type.singular.toLowerCase() || 'object'}, including drafts.`
            : 'Objects are the content of this bucket: posts, products, people.'}
        </EmptyState>
      )}
    </div>
  )
}
