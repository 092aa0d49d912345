import { isApiError, isMissing } from '@typecase/plugin-sdk/api-error'
import { Button } from '@typecase/ui/button'
import { FailureState } from '@typecase/ui/failure-state'
import { Icon } from '@typecase/ui/icon'
import { NoPermissionState } from '@typecase/ui/no-permission-state'
import { SkeletonLines, SkeletonRows } from '@typecase/ui/skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import styles from './query-view.module.css'

/** The state of one query, or of several combined, as far as a view needs it. */
export interface LoadState<Data> extends Pick<
  UseQueryResult<Data>,
  'data' | 'error' | 'isFetching'
> {
  refetch(): Promise<unknown>
}

/** Whether a view shows `QueryFailure`: it has no data, or the user may no longer see the data. */
export function hasFailed({ data, error }: Pick<LoadState<unknown>, 'data' | 'error'>): boolean {
  return error !== null && (data === undefined || isApiError(error, 'forbidden'))
}

interface QueryFailureProps {
  query: Omit<LoadState<unknown>, 'data'>
  /** Plural noun for “The comments could not be loaded”: `comments`. */
  what: string
  /** The view is the only content of the page, so its title is the page's heading. */
  isPage?: boolean
  /** For a panel or a card: shows only a line and a button. */
  isSmall?: boolean
  /** Shown if the server reports that the item does not exist. */
  missing?: ReactNode
  /** Further actions next to Retry. */
  actions?: ReactNode
  /** Advice after the reason. */
  advice?: ReactNode
}

/** Renders the error of a failed query, with Retry. Without permission there is nothing to retry. */
export function QueryFailure(props: QueryFailureProps) {
  const { query, what, isPage, isSmall, missing, actions, advice } = props
  const { error, isFetching } = query
  if (!error) return null
  if (missing !== undefined && isMissing(error)) return <>{missing}</>
  const retry = () => void query.refetch()
  const isForbidden = isApiError(error, 'forbidden')
  if (isSmall)
    return (
      <div className={styles.failure} role="alert">
        <p>{isForbidden ? error.message : `The ${what} could not be loaded. ${error.message}`}</p>
        <Button isPending={isFetching} onPress={retry}>
          Retry
        </Button>
      </div>
    )
  if (isForbidden)
    return (
      <NoPermissionState isPage={isPage} title={`You may not see the ${what}`} action={actions}>
        {error.message}
      </NoPermissionState>
    )
  return (
    <FailureState
      isPage={isPage}
      title={`The ${what} could not be loaded`}
      requestId={isApiError(error) ? error.requestId : undefined}
      onRetry={retry}
      isRetrying={isFetching}
      actions={actions}
    >
      {error.message}
      {advice ? <> {advice}</> : null}
    </FailureState>
  )
}

/** Renders a notice that the data on screen could not be refreshed, with Retry; nothing otherwise. */
export function QueryOutdated({ query }: { query: LoadState<unknown> }) {
  const { data, error, isFetching } = query
  if (data === undefined || !error) return null
  return (
    <div className={styles.outdated} role="alert">
      <Icon name="triangle-alert" size={14} />
      <span>This list could not be updated. {error.message}</span>
      <Button isPending={isFetching} onPress={() => void query.refetch()}>
        Retry
      </Button>
    </div>
  )
}

interface QueryViewProps<Data> extends Omit<QueryFailureProps, 'query'> {
  query: LoadState<Data>
  /** Shown while it loads: grey rows by default. */
  loading?: ReactNode
  /** Missing if the data is shown elsewhere. */
  children?: (data: Data) => ReactNode
}

/** Renders the result of a query, or the reason why there is nothing to show yet. */
export function QueryView<Data>({ loading, children, ...failure }: QueryViewProps<Data>) {
  const { query, what, isSmall, missing } = failure
  if (hasFailed(query) || (missing !== undefined && isMissing(query.error)))
    return <QueryFailure {...failure} />
  if (query.data !== undefined) return <>{children?.(query.data)}</>
  return (
    <>{loading ?? (isSmall ? <SkeletonLines label={what} /> : <SkeletonRows label={what} />)}</>
  )
}
