import { PageFailure } from '@typecase/content/react/page-failure'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { Link } from '@typecase/ui/link'

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
  if (isApiError(error, 'not_found', 'invalid')) {
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
  return <PageFailure what={what} error={error} isRetrying={isRetrying} onRetry={onRetry} />
}
