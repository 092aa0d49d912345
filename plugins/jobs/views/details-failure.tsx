import { isApiError } from '@typecase/plugin-sdk/api-error'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { FailureState } from '@typecase/ui/failure-state'
import { Link } from '@typecase/ui/link'
import { NoPermissionState } from '@typecase/ui/no-permission-state'

import { historyRoute } from '../routes.ts'

interface DetailsFailureProps {
  what: 'change' | 'job'
  error: Error
  isRetrying: boolean
  onRetry(): void
}

/** What stands in the place of a change or a job that cannot be shown. */
export function DetailsFailure({ what, error, isRetrying, onRetry }: DetailsFailureProps) {
  const { href } = useService(Navigation)
  if (isApiError(error, 'not_found')) {
    return (
      <EmptyState
        isPage
        title={`There is no such ${what}`}
        icon="history"
        action={<Link href={href(historyRoute)}>Show the history</Link>}
      >
        History is kept for 30 days.
      </EmptyState>
    )
  }
  if (isApiError(error, 'forbidden'))
    return (
      <NoPermissionState title={`You may not see this ${what}`} isPage>
        {error.message}
      </NoPermissionState>
    )
  return (
    <FailureState
      isPage
      title={`The ${what} could not be loaded`}
      requestId={isApiError(error) ? error.requestId : undefined}
      onRetry={onRetry}
      isRetrying={isRetrying}
    >
      {error.message}
    </FailureState>
  )
}
