import { isApiError } from '@typecase/plugin-sdk/api-error'
import { FailureState } from '@typecase/ui/failure-state'
import { NoPermissionState } from '@typecase/ui/no-permission-state'

interface PageFailureProps {
  /** What the page shows, as in "The comments could not be loaded": `comments`. */
  what: string
  error: Error
  isRetrying: boolean
  onRetry(): void
}

/** What stands in the place of a page that cannot be had: without the permission there is nothing to retry. */
export function PageFailure({ what, error, isRetrying, onRetry }: PageFailureProps) {
  if (isApiError(error, 'forbidden')) {
    return (
      <NoPermissionState isPage title={`You may not see the ${what}`}>
        {error.message}
      </NoPermissionState>
    )
  }
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
